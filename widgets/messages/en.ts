/** Our own words. What marketers write comes with the zone's content. */
export const en = {
  failed: 'Could not load.',
  retry: 'Try again',
  share_headline: 'Share with your friends',
  your_link: 'Your link',
  link_failed: 'Could not get your link.',
  copy: 'Copy',
  copied: 'Copied',
  copy_failed: 'Could not copy. The text is selected for you to copy.',
  shared: 'Shared',
  share_failed: 'Could not share.',
  terms: 'Terms',
  company: 'Website',
  channels: {
    native: 'Share',
    email: 'Email',
    sms: 'Message',
    whatsapp: 'WhatsApp',
    facebook: 'Facebook',
    x: 'X',
    linkedin: 'LinkedIn',
  },
}

export type Messages = typeof en
