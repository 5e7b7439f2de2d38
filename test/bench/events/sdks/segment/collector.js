import { alwaysOk } from '../always-ok.js'

export const segment = {
  name: '@segment/analytics-next',
  settings:
    'One request an event (`standard` delivery), `retryQueue`, client persistence on. Source settings given, not fetched.',
  start: alwaysOk({ success: true }),
  eventsIn(path, body) {
    if (path !== '/v1/t') return undefined
    const { properties, messageId } = JSON.parse(body)
    return [{ n: properties.n, id: messageId }]
  },
}
