/** Which names the fields of a form may have (`isFieldName`), in words. */
export const FIELD_NAMES =
  'a letter, then letters, digits, _ and ., at most 100 in all; not container or event_time, which each event has, not one that every object has, such as constructor, and no secret'
