/** Our own words, English, for the element and the widget that comes with it. What marketers write comes with the zone's content. */
export const en = {
  /** The language of these words. */
  lang: 'en',
  /** Its direction: what the page has, unless a language says otherwise. */
  dir: undefined as 'ltr' | 'rtl' | undefined,
  failed: 'We couldn’t load this content.',
  retry: 'Try again',
  share_headline: 'Share with your friends',
  your_link: 'Your link',
  link_failed: 'We couldn’t load your link.',
  copy: 'Copy',
  // What became of a share, by channel and outcome. Nothing is said of one that was canceled.
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
  linkedin: 'LinkedIn',
  qr: 'QR code',
  edit: 'Edit message',
}
