/** English. */
export const words = {
  cta_open: 'Learn more',
  cta_close: 'Close',
  cta_dismiss: 'Dismiss',
}
