import { median } from './median.js'

/**
 * Measures every SDK in each lane, the SDKs by turns, so that what the machine does meanwhile disturbs all of them alike. Returns what was measured of
 * each SDK, and `middle(key)`, the median of its rounds.
 */
export async function measureInTurns(sites, lanes, measureRound) {
  const rounds = sites.map(() => [])
  for (const lane of lanes)
    for (const [index, site] of sites.entries()) rounds[index].push(await measureRound(site.lane(lane)))
  return sites.map(({ sdk }, index) => ({
    sdk,
    rounds: rounds[index],
    middle: (key, counted = rounds[index]) => median(counted.map(round => round[key])),
  }))
}
