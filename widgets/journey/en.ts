export const en = {
  journey_label: 'Your goals',
  journey_progress: '{current} of {target}',
  journey_reached: 'Completed',
  journey_times: 'Completed {count}×',
  journey_repeatable: 'Repeat as often as you like',
  journey_starts: 'Starts {date}',
  journey_until: 'Ends {date}',
  journey_ended: 'Ended {date}',
}
