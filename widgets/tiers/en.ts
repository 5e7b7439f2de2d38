export const en = {
  tiers_label: 'Levels',
  tiers_current: 'Your level',
  tiers_none: 'No level yet',
  tiers_from: 'From {threshold}',
  tiers_progress: '{current} of {target}',
  tiers_next: 'Next level: {name}',
  tiers_top: 'Highest level reached',
  tiers_gained: 'New: you have reached {name}.',
  tiers_lost: 'You are no longer at {name}.',
}
