/** The English texts of the element and of `share`, whose code is part of the element's bundle. */
export const en = {
  /** The language of the texts. */
  lang: 'en',
  /** The direction of the texts. undefined: that of the page. */
  dir: undefined as 'ltr' | 'rtl' | undefined,
  failed: 'We couldn’t load this content.',
  retry: 'Try again',
  share_headline: 'Share with your friends',
  your_link: 'Your link',
  link_failed: 'We couldn’t load your link.',
  copy: 'Copy',
  // The result of sharing, by channel and outcome. There is no text for `canceled`.
  copy_handed_off: 'Copied',
  copy_failed: 'We couldn’t copy it. The text is selected so you can copy it yourself.',
  native_shared: 'Shared',
  native_handed_off: 'Shared',
  native_failed: 'We couldn’t share it. Try again.',
  terms: 'Terms',
  company: 'Website',
  native: 'Share',
  email: 'Email',
  sms: 'Text message',
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  x: 'X',
  qr: 'QR code',
  edit: 'Edit message',
}
