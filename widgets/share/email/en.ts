export const en = {
  email_to: 'Your friends’ email addresses',
  email_hint: 'Separate multiple addresses with commas.',
  email_subject: 'Subject',
  email_message: 'Message',
  email_link_added: 'Your link will be added at the end.',
  email_send: 'Send',
  email_sending: 'Sending…',
  email_app: 'Use my email app',
  email_none: 'Who should we send it to?',
  email_wrong: '{address} isn’t a valid email address.',
  email_too_many: 'Enter up to {count} email addresses at a time.',
  email_failed: 'We couldn’t send your email. Try again.',
  // One key for each plural form that `Intl.PluralRules` selects in the language.
  email_sent_one: 'Your email is on its way to {count} friend.',
  email_sent_other: 'Your email is on its way to {count} friends.',
}
