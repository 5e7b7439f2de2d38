export const en = {
  referrals_headline: 'Your friends',
  referrals_empty: 'No referrals yet. Friends who use your link appear here.',
  referrals_failed: 'We couldn’t load your friends.',
  referrals_more: 'Show more',
  referrals_somebody: 'A friend',
  // How far a friend has come.
  referrals_invited: 'Invited',
  referrals_visited: 'Visited',
  referrals_joined: 'Signed up',
  referrals_bought: 'Made a purchase',
  referrals_remind: 'Remind',
  /** The accessible name of the button: screen readers may list the buttons without their rows. */
  referrals_remind_name: 'Remind {name}',
  referrals_message: 'Have you had a chance to look yet? My link still works:',
  // The result of a reminder, by channel and outcome. There is no text for `canceled`.
  referrals_email_handed_off: 'Your reminder is on its way.',
  referrals_email_failed: 'We couldn’t send the reminder. Try again.',
  referrals_native_shared: 'Reminder shared',
  referrals_native_failed: 'We couldn’t share the reminder. Try again.',
  referrals_copy_handed_off: 'Link copied. Send it to your friend.',
  referrals_copy_failed: 'We couldn’t copy your link.',
}
