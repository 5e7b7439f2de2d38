/** Whether at most `edits` letters must be added, removed or replaced to make `b` of `a`. */
export const isNear = (a: string, b: string, edits: number): boolean =>
  edits >= 0 &&
  (a[0] === b[0]
    ? !a || isNear(a.slice(1), b.slice(1), edits)
    : isNear(a.slice(1), b, edits - 1) || isNear(a, b.slice(1), edits - 1) || isNear(a.slice(1), b.slice(1), edits - 1))
