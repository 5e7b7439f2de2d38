import { availableParallelism, cpus, loadavg } from 'node:os'
import { CommandError } from '../../../demo/command.js'
import { startBrowser } from '../events/browser.js'
import { printTable } from '../events/table.js'
import { measureList } from './list.js'
import { measureMounts } from './mounts.js'
import { openSite } from './site.js'
import { measureZones } from './zones.js'

const PARTS = { zones: printZones, list: printList, mounts: printMounts }

/** All of it, or the parts named. */
export async function run(names) {
  const unknown = names.filter(name => !(name in PARTS))
  if (unknown.length) throw new CommandError(`No part ${unknown}. There are: ${Object.keys(PARTS).join(', ')}`)
  const browser = await startBrowser()
  try {
    const processor = cpus()[0]?.model ?? 'unknown'
    console.log(
      `${availableParallelism()} cores (${processor}), Node ${process.version}, Chromium ${browser.version()}`,
    )
    for (const [name, print] of Object.entries(PARTS)) {
      if (names.length && !names.includes(name)) continue
      const site = await openSite()
      await print(browser, site)
      site.close()
    }
    console.log(`\nLoad of the machine in its last minute: ${loadavg()[0].toFixed(1)}`)
  } finally {
    await browser.close()
  }
}

async function printZones(browser) {
  console.log('\nA page with 50 share widgets')
  const found = await measureZones(browser, openSite)
  printTable(
    found.map(({ slowdown, pages, longestMs, allMs, zones, mostZonesAtOnce, consumers }) => ({
      'slowed down': `${slowdown} ×`,
      pages,
      'longest task of each page (ms)': longestMs.map(ms => ms.toFixed(1)).join(', '),
      'all tasks (ms, median)': allMs.toFixed(0),
      'requests for zones': zones,
      'at most at once': mostZonesAtOnce,
      consumers,
    })),
  )
}

async function printList(browser, site) {
  console.log('\nA list of 1,000 referrals: milliseconds')
  const found = await measureList(browser, site)
  printTable(
    found.map(({ slowdown, longestMs, frameMs, longestFrameMs, frames, late }) => ({
      'slowed down': `${slowdown} ×`,
      'longest task while it grows': longestMs.toFixed(1),
      'a frame of scrolling (median)': frameMs.toFixed(1),
      'longest frame': longestFrameMs.toFixed(1),
      frames,
      'frames later than 25 ms': late,
    })),
  )
}

async function printMounts(browser, site) {
  console.log('\nThe heap of a page that mounts and removes share widgets')
  const found = await measureMounts(browser, site)
  printTable(found.map(({ mounts, heap }) => ({ mounts, 'heap (kB)': Math.round(heap / 1_024) })))
  const [first, last] = [found[0], found.at(-1)]
  console.log(`${((last.heap - first.heap) / (last.mounts - first.mounts)).toFixed(1)} bytes a mount`)
}
