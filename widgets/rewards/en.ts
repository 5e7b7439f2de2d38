import { en as money } from '../kit/format-reward.js'

export const en = {
  ...money,
  rewards_headline: 'Your rewards',
  rewards_empty: 'No rewards yet. Share your link and earn a reward when a friend makes their first purchase.',
  /** A reward without a value and a program. */
  rewards_unnamed: 'Reward',
  rewards_more: 'Show more',
  rewards_filter: 'Status',
  rewards_all: 'All',
  rewards_from: 'Earned {date}',
  rewards_until: 'Valid until {date}',
  rewards_code: 'Your code',
  rewards_open: 'Open',
  // Each state: its name, and a text that says what it means and what happens next.
  rewards_PENDING: 'Under review',
  rewards_PENDING_text: 'We’re reviewing this reward. You don’t need to do anything.',
  rewards_EARNED: 'Earned',
  rewards_EARNED_text: 'You’ve earned this reward. We’ll get it ready after a final check.',
  rewards_FULFILLED: 'Ready',
  rewards_FULFILLED_text: 'Your reward is ready and will be sent to you.',
  rewards_SENT: 'Sent',
  rewards_SENT_text: 'We sent you this reward. Check your inbox.',
  // These replace the text of FULFILLED or SENT if the reward has a code or a link.
  rewards_use: 'Enter this code at checkout.',
  rewards_follow: 'Open your reward to use it.',
  rewards_REDEEMED: 'Used',
  rewards_REDEEMED_text: 'You’ve used this reward. Enjoy!',
  rewards_EXPIRED: 'Expired',
  rewards_EXPIRED_text: 'This reward expired before it was used.',
  rewards_FAILED: 'Delayed',
  rewards_FAILED_text: 'Something went wrong on our side, so your reward is delayed. If it doesn’t arrive, contact us.',
  rewards_CANCELED: 'Canceled',
  rewards_CANCELED_text:
    'This reward was canceled, for example because an order was returned. If you think this is a mistake, contact us.',
  rewards_REVOKED: 'Revoked',
  rewards_REVOKED_text:
    'This reward was revoked, for example because an order was returned. If you think this is a mistake, contact us.',
  rewards_OTHER: 'In progress',
  rewards_OTHER_text: 'More details will appear here soon.',
}
