import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../../demo/command.js'
import { startBrowser } from './browser.js'
import { drainLanes, measureDrain } from './drain.js'
import { faultLanes, measureFaults } from './faults.js'
import { heapLane, measureHeap } from './heap.js'
import { measureOutage, outageLanes } from './outage.js'
import { SDKS } from './sdks/index.js'
import { openSite } from './site.js'
import { measureSize, sizeLane } from './size.js'
import { printTable } from './table.js'
import { LEVELS, measureTrack, trackLanes } from './track-cost.js'

/** A `track` call may cost this much more with the most events waiting than with one. */
const ALLOWED_GROWTH = 2

/** In this order; each a table. */
const PARTS = {
  size: printSize,
  track: printTrack,
  drain: printDrain,
  outage: printOutage,
  heap: printHeap,
  faults: printFaults,
}

/** All of it, or the parts named. */
export async function run(names) {
  const unknown = names.filter(name => !(name in PARTS))
  if (unknown.length) throw new CommandError(`No part ${unknown}. There are: ${Object.keys(PARTS).join(', ')}`)
  const browser = await startBrowser()
  const sites = await Promise.all(SDKS.map(sdk => openSite(sdk, lanes)))
  try {
    printSetting(browser)
    for (const [name, print] of Object.entries(PARTS))
      if (!names.length || names.includes(name)) await print(browser, sites)
    console.log(`\nLoad of the machine in its last minute: ${loadavg()[0].toFixed(1)}`)
  } finally {
    await browser.close()
    await Promise.all(sites.map(site => site.close()))
  }
}

/** Every measurement has storages of its own. */
const lanes = {
  quick: [sizeLane, heapLane, ...trackLanes, ...drainLanes, ...outageLanes],
  judged: faultLanes,
  limited: outageLanes,
}

function printSetting(browser) {
  const processor = cpus()[0]?.model ?? 'unknown'
  console.log(`${availableParallelism()} cores (${processor}), Node ${process.version}, Chromium ${browser.version()}`)
  console.log('\nThe SDKs and their settings')
  printTable(SDKS.map(sdk => ({ SDK: sdk.name, version: versionOf(sdk), settings: sdk.settings })))
}

function versionOf({ name, folder }) {
  const manifest = folder === 'rewards' ? '../../../package.json' : `../node_modules/${name}/package.json`
  return JSON.parse(readFileSync(join(import.meta.dirname, manifest), 'utf8')).version
}

async function printSize(browser, sites) {
  console.log('\nWhat a page loads to track its first event')
  const found = await measureSize(browser, sites)
  printTable(found.map(({ sdk, files, bytes }) => ({ SDK: sdk.name, files, 'bytes (brotli)': bytes })))
}

async function printTrack(browser, sites) {
  console.log('\nMilliseconds of the main thread for one `track` call, by the number of events that wait')
  const found = await measureTrack(browser, sites)
  printTable(
    sites.flatMap(({ sdk }) =>
      ['callMs', 'loadMs'].map(key => {
        const byLevel = LEVELS.map(level => found.find(of => of.sdk === sdk && of.level === level)[key])
        const growth = byLevel.at(-1) / byLevel[0]
        return {
          SDK: sdk.name,
          what: key === 'callMs' ? 'until the page may go on' : 'all it causes within a second',
          ...Object.fromEntries(LEVELS.map((level, i) => [`${level} waiting`, figure(byLevel[i])])),
          growth: growth > 0 ? `×${figure(growth)}` : '–',
          [`at most ×${ALLOWED_GROWTH}`]: growth > 0 ? (growth <= ALLOWED_GROWTH ? 'yes' : 'no') : '–',
        }
      }),
    ),
  )
}

/** A page that answered nobody gave none. */
const figure = (number, digits = 2) => (Number.isNaN(number) ? 'no answer' : number.toFixed(digits))

async function printDrain(browser, sites) {
  console.log('\nFrom `online` to the arrival of the last of 1,000 waiting events')
  const found = await measureDrain(browser, sites)
  printTable(
    found.map(({ sdk, seconds, requests, missing, crashed }) => ({
      SDK: sdk.name,
      seconds: figure(seconds, 1),
      requests: figure(requests, 0),
      'not arrived': figure(missing, 0),
      'pages that crashed': crashed,
    })),
  )
}

async function printOutage(browser, sites) {
  console.log(
    '\nFrom `online` to the arrival of the last of 20 waiting events, by a network of 150 ms; ours at its default pace',
  )
  const found = await measureOutage(browser, sites)
  printTable(
    found.map(({ sdk, seconds, missing }) => ({
      SDK: sdk.name,
      seconds: figure(seconds, 1),
      'not arrived': figure(missing, 0),
    })),
  )
}

async function printHeap(browser, sites) {
  console.log('\nThe heap of a page that has tracked and delivered 10,000 events')
  const found = await measureHeap(browser, sites)
  const kB = bytes => Math.round(bytes / 1000)
  printTable(
    found.map(({ sdk, before, after, delivered }) => ({
      SDK: sdk.name,
      'before (kB)': kB(before),
      'after (kB)': kB(after),
      delivered,
      'bytes an event': figure((after - before) / (delivered || Number.NaN), 1),
    })),
  )
}

async function printFaults(browser, sites) {
  console.log('\nFaults: of 20 events, lost / doubled on the wire; requests; to recover without a new page')
  const rows = await measureFaults(browser, sites)
  const cells = [...new Set(rows.map(({ cell }) => cell))]
  const of = (sdk, cell) => rows.find(row => row.sdk === sdk && row.cell === cell)
  printTable(
    cells.map(cell => ({
      fault: cell,
      ...Object.fromEntries(
        sites.map(({ sdk }) => {
          const { lost, doubled, requests, recoveryMs } = of(sdk, cell)
          const recovery = recoveryMs === undefined ? '–' : `${(recoveryMs / 1000).toFixed(0)} s`
          return [sdk.name, `${lost} / ${doubled}; ${requests}; ${recovery}`]
        }),
      ),
    })),
  )
  const total = (sdk, key) => rows.filter(row => row.sdk === sdk).reduce((sum, row) => sum + row[key], 0)
  printTable(
    sites.map(({ sdk }) => ({
      SDK: sdk.name,
      tracked: total(sdk, 'tracked'),
      lost: total(sdk, 'lost'),
      'doubled on the wire': total(sdk, 'doubled'),
      'of them under a new id': total(sdk, 'renamed'),
      requests: total(sdk, 'requests'),
    })),
  )
  await printRecorded(sites.find(({ recorded }) => recorded))
}

/** What comes twice under one id is one event to a platform that looks. Ours is here to be asked. */
async function printRecorded({ sdk, recorded }) {
  const times = [...(await recorded()).values()]
  console.log(`${sdk.name}: of what came more than once, ${times.filter(n => n > 1).length} is twice in the database.`)
}
