/** English. */
export const words = {
  verify_headline: 'Confirm your email address',
  verify_why: 'We’ll email you a link. After you confirm your address, you’ll see your information here.',
  verify_email: 'Your email address',
  verify_send: 'Email me a link',
  verify_sent: 'We sent you an email.',
  verify_sent_to: 'We sent an email to {email}.',
  verify_open: 'Open the email here or on your phone.',
  verify_confirm: 'Follow the link and confirm your address.',
  verify_back: 'Come back to this page. It updates automatically.',
  verify_waiting: 'Waiting for your confirmation',
  verify_late: 'Didn’t get the email? Check your spam folder.',
  verify_again: 'Send again',
  verify_other: 'Use a different email',
  verify_wrong: 'Enter a valid email address.',
  verify_failed: 'Something went wrong. Try again.',
  verify_done: 'Your email address is confirmed.',
}
