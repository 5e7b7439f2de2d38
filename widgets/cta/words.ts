/** English. */
export const words = {
  cta_open: 'Find out more',
  cta_close: 'Close',
  cta_dismiss: 'Dismiss',
}
