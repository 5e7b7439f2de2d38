export const en = {
  capture_email: 'Your email address',
  capture_get: 'Get my link',
  capture_wrong: 'Enter a valid email address.',
  capture_failed: 'Something went wrong. Try again.',
}
