/** How deep a value may nest: storing it takes recursion, and deep recursion overflows the stack. */
export const MAX_DEPTH = 100

/** Whether a value nests deeper than `levels`. Looks level by level, as recursion is what a deep value breaks. */
export function isDeeper(value: unknown, levels: number = MAX_DEPTH): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
