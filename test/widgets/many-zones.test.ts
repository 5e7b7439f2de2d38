import { afterEach, describe, expect, test, vi } from 'vitest'
import { SOON } from '../soon.js'
import { next, place, placed } from './page.js'
import { createProgram, later } from './program.js'
import { useViewport } from './viewport.js'

useViewport()

const CONTENT = { widget: 'share', headline: 'Give 20', shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }

/** From now on, the tasks that the page schedules wait until the test runs them. Timers with a delay do not run. */
function holdTasks() {
  const tasks: (() => void)[] = []
  vi.stubGlobal('setTimeout', (task: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
    if (!delay) tasks.push(() => task(...args))
  })
  return tasks
}

/** All microtasks have run. */
const microtasksDone = () => new Promise(setImmediate)

describe('on a page with many zones', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })

  test('the first placeholder is drawn at once, each of the others in a task of its own', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const tasks = holdTasks()
    const zones = Array.from({ length: 50 }, (_, index) => place({ name: `zone-${index}`, rewards }))
    const countBusy = () => zones.filter(zone => zone.shadowRoot!.querySelector('[aria-busy=true]')).length
    await microtasksDone()
    expect(countBusy()).toBe(1)
    const counts = new Set([1])
    for (const task of tasks.slice()) {
      task()
      await microtasksDone()
      counts.add(countBusy())
    }
    expect(counts).toEqual(new Set(Array.from({ length: 50 }, (_, index) => 1 + index)))
  })

  test('a zone that is removed before its turn requests nothing', async () => {
    const program = createProgram(() => CONTENT)
    await program.bringToken()
    const zones = Array.from({ length: 30 }, (_, index) => place({ name: `zone-${index}`, rewards: program.rewards }))
    await Promise.resolve()
    const removed = zones.slice(20)
    for (const zone of removed) zone.remove()
    await Promise.all(zones.slice(0, 20).map(zone => next(zone, 'load')))
    expect(program.zones).toHaveLength(20)
    for (const zone of removed) expect(zone.shadowRoot!.childElementCount).toBe(0)
  })

  test('each of the zones that wait for the same code is drawn in a task of its own', async () => {
    const { answer, now } = later()
    const program = createProgram(({ event_name }) => (event_name.startsWith('late') ? answer : CONTENT))
    await placed({ name: 'first', rewards: program.rewards })
    const zones = ['late-1', 'late-2', 'late-3'].map(name => place({ name, rewards: program.rewards }))
    await vi.waitUntil(() => program.zones.length === 4, SOON)
    const tasks = holdTasks()
    const countDrawn = () => zones.filter(zone => zone.shadowRoot!.querySelector('h2')).length
    now(CONTENT)
    await vi.waitUntil(() => tasks.length >= zones.length, SOON)
    const counts = new Set([countDrawn()])
    while (countDrawn() < zones.length) {
      await vi.waitUntil(() => tasks.length, SOON)
      tasks.shift()!()
      await microtasksDone()
      counts.add(countDrawn())
    }
    expect(counts).toEqual(new Set([0, 1, 2, 3]))
  })
})
