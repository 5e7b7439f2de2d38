export const en = {
  locked_headline: 'Confirm it’s you',
  locked_why: 'Confirm your email address to see this content.',
  locked_erased: 'The data in this browser was deleted.',
  locked_email: 'Your email address',
  locked_send: 'Email me a link',
  locked_sent:
    'We emailed you a link. Open it to confirm your address, then come back. The content appears automatically.',
  locked_again: 'Send again',
  locked_another: 'Use a different email',
  locked_wrong: 'Enter a valid email address.',
  locked_failed: 'Something went wrong. Try again.',
}
