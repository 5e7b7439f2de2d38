import { AnalyticsBrowser } from '@segment/analytics-next'

const WRITE_KEY = 'bench'

/** Starts the SDK. Answers what tracks one event. */
export async function open(collector) {
  const { protocol, host } = new URL(collector)
  const destination = { apiKey: WRITE_KEY, apiHost: `${host}/v1`, protocol: protocol.slice(0, -1) }
  const [analytics] = await AnalyticsBrowser.load(
    // The settings its CDN would answer with: a source without further destinations.
    { writeKey: WRITE_KEY, cdnSettings: { integrations: { 'Segment.io': destination } } },
    { retryQueue: true, disableClientPersistence: false, integrations: { 'Segment.io': destination } },
  )
  return (name, data) => analytics.track(name, data)
}
