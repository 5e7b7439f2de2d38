/** English. */
export const words = {
  journey_label: 'Your goals',
  journey_progress: '{current} of {target}',
  journey_reached: 'Reached',
  journey_times: 'Reached {count}×',
  journey_repeatable: 'As often as you like',
  journey_starts: 'From {date}',
  journey_until: 'Until {date}',
  journey_ended: 'Ended on {date}',
}
