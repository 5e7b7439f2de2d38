/** Returns the known name that differs from `given` in the fewest letters, or undefined if none is similar. The case of letters does not count. */
export function nearestName(given: string, known: string[]): string | undefined {
  const distances = known.map(name => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance < given.length / 3 + 1 ? nearest.name : undefined
}

/** How many letters must be added, removed or replaced to make `b` of `a` (https://en.wikipedia.org/wiki/Levenshtein_distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
