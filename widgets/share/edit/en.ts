export const en = {
  edit_label: 'Your message',
}
