/** A message with its values: text in the place of `{name}`, and numbers as the locale writes them. */
export const say = (locale: string, message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? whole)
  })

/**
 * The message of so many: `<key>_one`, `<key>_few` …, as the plural rules of the locale have it, or `<key>_other`.
 * The count goes in the place of `{count}`.
 */
export function sayPlural(locale: string, messages: object, key: string, count: number): string {
  const forms = messages as Record<string, string | undefined>
  const message = forms[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? forms[`${key}_other`] ?? ''
  return say(locale, message, { count })
}
