/** English. */
export const words = {
  edit_label: 'Your message',
}
