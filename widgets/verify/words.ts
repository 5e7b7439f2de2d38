/** English. */
export const words = {
  verify_headline: 'Confirm your email address',
  verify_why: 'We send you an email with a link. Once you have confirmed, you see here what is yours.',
  verify_email: 'Your email address',
  verify_send: 'Send me the email',
  verify_sent: 'The email is on its way.',
  verify_sent_to: 'The email is on its way to {email}.',
  verify_open: 'Open it, here or on your phone.',
  verify_confirm: 'Follow the link in it, and confirm.',
  verify_back: 'Come back. This page goes on by itself.',
  verify_waiting: 'Waiting for you to confirm',
  verify_late: 'No email yet? Look into your spam folder, too.',
  verify_again: 'Send it again',
  verify_other: 'Use another address',
  verify_wrong: 'Please write your email address.',
  verify_failed: 'That did not work. Please try again.',
  verify_done: 'Your email address is confirmed.',
}
