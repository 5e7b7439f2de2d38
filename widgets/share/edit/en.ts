export const en = {
  edit_label: 'Your message',
  edit_preview: 'What your friends see',
}
