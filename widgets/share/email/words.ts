/** English. */
export const words = {
  email_to: 'Your friends’ email addresses',
  email_hint: 'Separate several with commas.',
  email_subject: 'Subject',
  email_message: 'Message',
  email_link_added: 'Your link is added at the end.',
  email_send: 'Send',
  email_sending: 'Sending…',
  email_app: 'Use my own mail app',
  email_none: 'Whom shall it go to?',
  email_wrong: 'This is no email address: {address}',
  email_too_many: 'At most {count} friends at a time.',
  email_failed: 'Could not send. Please try again.',
  /** By the plural category of `Intl.PluralRules`; `other` stands for those a language does not tell apart. */
  email_sent_one: 'On its way to {count} friend.',
  email_sent_other: 'On its way to {count} friends.',
}
