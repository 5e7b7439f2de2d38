/** English. */
export const words = {
  reward_status_headline: 'Your reward',
  reward_status_pending: 'We are making your reward ready. You need not wait here.',
  reward_status_succeeded: 'It is yours.',
  reward_status_failed: 'This reward could not be given. If that is wrong, write to us.',
  reward_status_late: 'This takes longer than usual. Look again a little later.',
  reward_status_unknown: 'Could not find out how far your reward is.',
  reward_status_again: 'Look again',
}
