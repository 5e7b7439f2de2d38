import { createClient } from './client.js'
import { processorTime } from './processor-time.js'
import { startServers } from './servers.js'
import { createAdvocates, runVisits } from './visits.js'

/** A platform on a database of its own, with advocates. `root` is the copy of the repository whose platform it is. */
export async function startPlace(name, postgres, tools, root) {
  const databaseUrl = await tools.createDatabase(postgres.url, { name: `bench_${name}`, template: 'template0' })
  const servers = await startServers(1, { databaseUrl }, root)
  const setup = createClient(tools.PROGRAM_HOST, tools.SHOP, servers.ports)
  const advocates = await createAdvocates(setup, tools.proofOf)
  if (setup.errors.length) throw new Error(setup.errors[0])
  const client = createClient(tools.PROGRAM_HOST, tools.SHOP, servers.ports)
  return {
    ...{ name, databaseUrl, servers, client, advocates, postgres: postgres.pid() },
    // The sums of all visits: seconds of the clock, and of the processor.
    ...{ visits: 0, seconds: 0, platform: 0, server: 0 },
  }
}

/** Runs so many visits on each place, in rounds: one place at a time, and each round in the opposite order of the last one. */
export async function visitByTurns(places, { rounds, visits }) {
  for (let round = 0; round < rounds; round++)
    for (const place of round % 2 ? [...places].reverse() : places) await visitOnce(place, visits)
}

async function visitOnce(place, count) {
  const times = async () => [await processorTime(place.servers.pids[0]), await processorTime(place.postgres)]
  const before = await times()
  const { visits, seconds } = await runVisits(place.client, count, place.advocates, async () => {}, place.visits)
  const after = await times()
  place.visits += visits
  place.seconds += seconds
  place.platform += after[0] - before[0]
  place.server += after[1] - before[1]
}

/** A row for each place. */
export const summaryOf = places =>
  places.map(place => {
    const all = Object.values(place.client.times).flat()
    const ms = seconds => ((seconds / place.visits) * 1e3).toFixed(1)
    return {
      place: place.name,
      visits: place.visits,
      'requests a second': (all.length / place.seconds).toFixed(0),
      'processor of a visit: platform (ms)': ms(place.platform),
      'PostgreSQL (ms)': ms(place.server),
      ...percentilesOf(all),
      errors: place.client.errors.length,
    }
  })

/** A row for each kind of request: p50 and p99 of each place. */
export const requestsOf = places =>
  Object.keys(places[0].client.times).map(request => {
    const found = places.map(({ name, client }) => {
      const { 'p50 (ms)': p50, 'p99 (ms)': p99 } = percentilesOf(client.times[request])
      return { [`p50, ${name}`]: p50, [`p99, ${name}`]: p99 }
    })
    return Object.assign({ request }, ...found)
  })

export function percentilesOf(ms) {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = part => sorted[Math.floor((sorted.length - 1) * part)].toFixed(1)
  return { 'p50 (ms)': at(0.5), 'p99 (ms)': at(0.99), 'longest (ms)': at(1) }
}
