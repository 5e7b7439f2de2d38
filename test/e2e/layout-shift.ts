import type { Page } from 'playwright-core'

/**
 * The source of a script that runs before a page's first byte: adds up how much of the page moves by itself, as browsers measure it, once
 * so many zones have taken their places. What they take from the page before the script has come is the page's to reserve. 0 zones:
 * everything counts.
 */
export const countShifts = (zones: number) => `{
  let placed = ${zones ? 'Infinity' : -1}
  let started = 0
  let shift = 0
  document.addEventListener('loadstart', () => {
    if (++started !== ${zones}) return
    // The frame after the one that lays the zones out. Its time is read from the clock: the time that the callback is given may lie before
    // the layout of the frame before it, when the page is busy, and that layout would count.
    requestAnimationFrame(() => requestAnimationFrame(() => (placed = performance.now())))
  }, true)
  const add = entries => {
    for (const entry of entries) if (!entry.hadRecentInput && entry.startTime > placed) shift += entry.value
  }
  const observer = new PerformanceObserver(list => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.readShift = () => {
    // What the browser has not handed over yet.
    add(observer.takeRecords())
    return shift
  }
}`

/** How much of the page has moved, with all that the next frames draw. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return Reflect.get(window, 'readShift')()
  })
