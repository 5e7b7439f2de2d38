import { words as money } from '../kit/money.js'

/** English. */
export const words = {
  ...money,
  rewards_headline: 'Your rewards',
  rewards_empty: 'No rewards yet. Share your link: the first friend who buys earns you one.',
  rewards_more: 'Show more',
  rewards_from: 'Earned on {date}',
  rewards_until: 'Good until {date}',
  rewards_code: 'Your code',
  rewards_open: 'Open',
  // What a state is called, what it means, and what comes next.
  rewards_PENDING: 'Being checked',
  rewards_PENDING_text: 'We are checking what it is for. You have nothing to do.',
  rewards_EARNED: 'Earned',
  rewards_EARNED_text: 'It is yours. It waits for a last check, then we make it ready for you.',
  rewards_FULFILLED: 'Ready',
  rewards_FULFILLED_text: 'It is made, and will be sent to you.',
  rewards_SENT: 'Sent',
  rewards_SENT_text: 'We have sent it to you. Look in your inbox.',
  /** In the place of either text, where it can be taken from here. */
  rewards_use: 'Enter the code when you pay.',
  rewards_follow: 'Open it to use it.',
  rewards_REDEEMED: 'Used',
  rewards_REDEEMED_text: 'You have used it. Enjoy!',
  rewards_EXPIRED: 'Expired',
  rewards_EXPIRED_text: 'It was not used in time.',
  rewards_FAILED: 'Delayed',
  rewards_FAILED_text: 'Something went wrong on our side, and it could not be made ready. If it stays so, write to us.',
  rewards_CANCELED: 'Canceled',
  rewards_CANCELED_text: 'It was canceled, as happens when an order is sent back. If that is wrong, write to us.',
  rewards_REVOKED: 'Taken back',
  rewards_REVOKED_text: 'It was taken back, as happens when an order is sent back. If that is wrong, write to us.',
  rewards_OTHER: 'On its way',
  rewards_OTHER_text: 'More about it will stand here soon.',
}
