/** English. */
export const words = {
  offer_headline: 'A gift for you',
  offer_from: 'From {name}',
  offer_code: 'Your code',
  offer_email: 'Your email address',
  offer_reveal: 'Show my code',
  offer_wrong: 'Please write your email address.',
  offer_failed: 'That did not work. Please try again.',
  offer_sent: 'Your code is on its way to your inbox.',
  offer_continue: 'Start shopping',
  offer_until: 'Good until {date}',
  offer_expired: 'This offer has ended.',
  offer_ineligible: 'This offer is for new customers.',
  offer_self_referral: 'This is your own link. Send it to a friend, and it is theirs.',
  offer_used: 'You have used this offer already.',
}
