export const en = {
  panel_back: 'Back',
  panel_empty: 'Nothing here yet.',
  panel_new_one: '{count} new reward',
  panel_new_other: '{count} new rewards',
}
