/**
 * Milliseconds of each task that a page's main thread runs meanwhile. Of the processor, not of the clock, so that other processes do not
 * count; the browser slows a page down by keeping its thread busy, which does.
 *
 * @param {CDPSession} session
 * @param {() => Promise<unknown>} meanwhile
 * @returns {Promise<number[]>}
 */
export async function tasksOfMainThread(session, meanwhile) {
  const events = []
  const collect = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
  })
  await meanwhile()
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const isMain = threads(events)
  return events
    .filter(event => event.name === 'RunTask' && event.ph === 'X' && isMain(event))
    .map(({ tdur, dur }) => (tdur ?? dur) / 1000)
}

/** Whether an event is of the main thread of a page. */
function threads(events) {
  const key = ({ pid, tid }) => `${pid}:${tid}`
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(key),
  )
  return event => main.has(key(event))
}
