/**
 * Whether all texts in a value are Unicode. Half a surrogate pair is not: the database would store each as the same character, and different ids
 * would become equal. Not recursive, because a deep value would overflow the stack.
 */
export function isWellFormed(value: unknown): boolean {
  const rest = [value]
  while (rest.length) {
    const each = rest.pop()
    if (typeof each === 'string' && HALF_PAIR.test(each)) return false
    // A file is no text, and its content is not for this check.
    if (typeof each === 'object' && each !== null && !(each instanceof Blob)) rest.push(...Object.entries(each).flat())
  }
  return true
}

/** With the flag `u`, a whole pair is one character and does not match. */
const HALF_PAIR = /\p{Surrogate}/u
