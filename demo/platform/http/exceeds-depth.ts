/** The maximum nesting of a value. Storing a value is recursive, and deep recursion overflows the stack. */
export const MAX_DEPTH = 100

/** Whether a value has more than `levels` levels of nesting. Not recursive, because a deep value would overflow the stack. */
export function exceedsDepth(value: unknown, levels: number = MAX_DEPTH): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
