import { availableParallelism, cpus, loadavg } from 'node:os'
import { CommandError } from '../../../demo/command.js'
import { startBrowser } from '../events/browser.js'
import { median } from '../events/median.js'
import { printTable } from '../events/table.js'
import { measureVisit, PROFILES } from './measure.js'
import { ROWS } from './rows.js'
import { openSite } from './site.js'

const ROUNDS = 9

/** The number of rounds may be given: `npm run bench -- first-widget 3`. */
export async function run([rounds = ROUNDS]) {
  if (!(Number(rounds) > 0))
    throw new CommandError(`The benchmark first-widget takes a number of rounds; got ${rounds}`)
  const browser = await startBrowser()
  const site = await openSite()
  try {
    const processor = cpus()[0]?.model ?? 'unknown'
    console.log(
      `${availableParallelism()} cores (${processor}), Node ${process.version}, Chromium ${browser.version()}; medians of ${rounds} visits`,
    )
    for (const [name, profile] of Object.entries(PROFILES)) {
      console.log(`\n${name}\n`)
      printTable(toTable(await measureRows(browser, site, profile, rounds)))
    }
    console.log(`\nLoad of the machine in its last minute: ${loadavg()[0].toFixed(1)}`)
  } finally {
    await browser.close()
    await site.close()
  }
}

/** The rows take turns, so that what else the machine does disturbs all of them alike. */
async function measureRows(browser, site, profile, rounds) {
  const visits = ROWS.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, row] of ROWS.entries())
      visits[index].push(await measureVisit(browser, site.urlOf(row), row, profile))
  return ROWS.map((row, index) => ({ row, visits: visits[index] }))
}

function toTable(measured) {
  const middle = ({ visits }, key) => median(visits.map(visit => visit[key]))
  const floor = middle(measured[0], 'paint')
  return measured.map(result => ({
    '': result.row.name,
    'paint (ms)': middle(result, 'paint').toFixed(0),
    '× by hand': (middle(result, 'paint') / floor).toFixed(2),
    'round trips': middle(result, 'roundTrips'),
    requests: middle(result, 'requests'),
    'kB over the wire': (middle(result, 'bytes') / 1_000).toFixed(1),
    'script (ms)': middle(result, 'script').toFixed(0),
    'long tasks': middle(result, 'longTasks'),
    'longest (ms)': middle(result, 'longest').toFixed(0),
    'layout shift': middle(result, 'layoutShift').toFixed(3),
    'heap (kB)': middle(result, 'heap').toFixed(0),
  }))
}
