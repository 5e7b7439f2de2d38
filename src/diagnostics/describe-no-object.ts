/**
 * Says why `parseObject` refuses a text, without quoting the text: it may contain personal data. Browsers quote it in their own messages, so only the
 * position is taken from them.
 */
export function describeNoObject(json: string): string {
  try {
    JSON.parse(json)
    return 'got JSON that is not an object'
  } catch (error) {
    const [position] = /position \d+|line \d+ column \d+/.exec(`${error}`) ?? []
    return `got invalid JSON${position ? `, at ${position}` : ''}. JSON needs double quotes around names and texts`
  }
}
