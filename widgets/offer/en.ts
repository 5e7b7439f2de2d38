/** English. */
export const words = {
  offer_headline: 'A gift for you',
  offer_from: 'From {name}',
  offer_code: 'Your code',
  offer_email: 'Your email address',
  offer_reveal: 'Show my code',
  offer_wrong: 'Enter a valid email address.',
  offer_failed: 'Something went wrong. Try again.',
  offer_sent: 'Your code is on its way to your inbox.',
  offer_continue: 'Start shopping',
  offer_until: 'Valid until {date}',
  offer_expired: 'This offer has expired.',
  offer_ineligible: 'This offer is for new customers only.',
  offer_self_referral: 'This is your own link. Send it to a friend so they can use the offer.',
  offer_used: 'You’ve already used this offer.',
}
