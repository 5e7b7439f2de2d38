/** English. */
export const words = {
  referrals_headline: 'Your friends',
  referrals_empty: 'Nobody yet. Share your link: whoever comes by it shows here.',
  referrals_failed: 'Could not get your friends.',
  referrals_more: 'Show more',
  referrals_somebody: 'A friend',
  // How far a friend has come.
  referrals_invited: 'Has your link',
  referrals_visited: 'Has looked around',
  referrals_joined: 'Has signed up',
  referrals_bought: 'Has bought',
  referrals_remind: 'Remind',
  /** For who hears the buttons one after the other. */
  referrals_remind_name: 'Remind {name}',
  referrals_message: 'Have you had a look yet? My link is still good:',
  // What became of a reminder, by channel and outcome. Nothing is said of one that was canceled.
  referrals_email_handed_off: 'The reminder is on its way.',
  referrals_email_failed: 'Could not send. Please try again.',
  referrals_native_shared: 'Reminded',
  referrals_native_failed: 'Could not share. Please try again.',
  referrals_copy_handed_off: 'Your link is copied. Send it to your friend.',
  referrals_copy_failed: 'Could not copy your link.',
}
