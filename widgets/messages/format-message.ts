/** Replaces each `{name}` in a message with its value. Numbers are written as in the locale. */
export const formatMessage = (locale: string, message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? placeholder)
  })

/** Formats the message for a count: `<key>_one`, `<key>_few` … by the plural rules of the locale, else `<key>_other`. The placeholder is `{count}`. */
export function formatPlural(locale: string, messages: object, key: string, count: number): string {
  const forms = messages as Record<string, string | undefined>
  const message = forms[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? forms[`${key}_other`] ?? ''
  return formatMessage(locale, message, { count })
}
