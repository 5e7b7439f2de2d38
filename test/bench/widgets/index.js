import { availableParallelism, cpus, loadavg } from 'node:os'
import { CommandError, loadModule } from '../../../demo/command.js'
import { startBrowser } from '../events/browser.js'
import { printTable } from '../events/table.js'
import { measureActions, ROUNDS } from './measure.js'

/** A phone of the cheaper kind, beside a machine like those that tests run on. */
const SLOWDOWN = 4

/** The longest that a page may be deaf to its visitor (https://web.dev/articles/optimize-long-tasks). */
const AT_MOST_MS = 50

/** All of it: there are no parts. */
export async function run(names) {
  if (names.length) throw new CommandError(`The benchmark widgets has no part ${names}`)
  const browser = await startBrowser()
  const { startDemo } = await loadModule('demo/main.ts')
  const demo = await startDemo({ limits: { perMinute: Number.POSITIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY } })
  try {
    const processor = cpus()[0]?.model ?? 'unknown'
    console.log(
      `${availableParallelism()} cores (${processor}), Node ${process.version}, Chromium ${browser.version()}`,
    )
    console.log(`\nMilliseconds of the main thread, ${SLOWDOWN} times slowed down, of ${ROUNDS} new visitors`)
    const slow = await measureActions(browser, demo, SLOWDOWN)
    const full = await measureActions(browser, demo, 1)
    printTable(slow.map((found, i) => row(found, full[i])))
    console.log(`\nLoad of the machine in its last minute: ${loadavg()[0].toFixed(1)}`)
  } finally {
    await browser.close()
    await demo.close()
  }
}

const row = ({ name, longestMs, allMs }, atFullSpeed) => ({
  action: name,
  'longest task': longestMs.toFixed(1),
  [`at most ${AT_MOST_MS} ms`]: longestMs <= AT_MOST_MS ? 'yes' : 'no',
  'all within a second': allMs.toFixed(0),
  'longest at full speed': atFullSpeed.longestMs.toFixed(1),
})
