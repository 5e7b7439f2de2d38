/** NaN of none. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  if (!sorted.length) return Number.NaN
  const middle = sorted.length / 2
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)]
}
