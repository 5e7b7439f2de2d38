export const en = {
  form_optional: 'optional',
  form_choose: 'Choose an option',
  form_missing: 'This field is required.',
  form_wrong_email: 'Enter a valid email address.',
  form_wrong_phone: 'Enter a valid phone number.',
  form_wrong_date: 'Enter a valid date.',
  form_check: 'Check the marked fields.',
  form_failed: 'We couldn’t send your answers. They are still here. Try again.',
  form_done: 'Thank you!',
}
