export const en = {
  cta_open: 'Learn more',
  cta_close: 'Close',
  cta_dismiss: 'Dismiss',
}
