/** English. */
export const words = {
  locked_headline: 'For your eyes only',
  locked_why: 'Confirm your email address to see what is here.',
  locked_email: 'Your email address',
  locked_send: 'Send me the email',
  locked_sent: 'The email is on its way. Open it, confirm, and come back: this opens by itself.',
  locked_again: 'Send it again',
  locked_another: 'Use another address',
  locked_wrong: 'Please write your email address.',
  locked_failed: 'That did not work. Please try again.',
}
