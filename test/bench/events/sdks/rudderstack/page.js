import { RudderAnalytics } from '@rudderstack/analytics-js/bundled'

/** Of a source that has no device-mode destinations, as its control plane would answer. */
const SOURCE = {
  source: {
    id: 'bench',
    name: 'bench',
    writeKey: 'bench',
    workspaceId: 'bench',
    enabled: true,
    config: { statsCollection: { errors: { enabled: false }, metrics: { enabled: false } } },
    connections: [],
    destinations: [],
  },
}

/** Starts the SDK. Answers what tracks one event. */
export function open(collector) {
  return new Promise(resolve => {
    const analytics = new RudderAnalytics()
    analytics.load('bench', collector, {
      getSourceConfig: () => SOURCE,
      plugins: ['XhrQueue'],
      storage: { type: 'localStorage' },
      // A hundred otherwise: the oldest give way.
      queueOptions: { maxItems: 20_000 },
      sendAdblockPage: false,
      sessions: { autoTrack: false },
      loadIntegration: false,
      logLevel: 'NONE',
      onLoaded: () => resolve((name, data) => analytics.track(name, data)),
    })
  })
}
