/** English. */
export const words = {
  capture_email: 'Your email address',
  capture_get: 'Get my link',
  capture_wrong: 'Please write your email address.',
  capture_failed: 'That did not work. Please try again.',
}
