import { alwaysOk } from '../always-ok.js'

export const rudderstack = {
  name: '@rudderstack/analytics-js',
  settings:
    'The bundled build, XHR queue in localStorage, one request an event, queue of 100 raised to 20,000. Source configuration given, not fetched.',
  start: alwaysOk({}),
  eventsIn(path, body) {
    if (path !== '/v1/track') return undefined
    const { properties, messageId } = JSON.parse(body)
    return [{ n: properties.n, id: messageId }]
  },
}
