import { gunzipSync } from 'node:zlib'
import { alwaysOk } from '../always-ok.js'

const GZIP_MAGIC = 0x1f8b

export const posthog = {
  name: 'posthog-js',
  settings:
    'Request batching (3 s, its default), persistence in localStorage, client rate limit lifted, bot filter off; autocapture, recording, surveys and flags off.',
  start: alwaysOk({ status: 1 }),
  eventsIn(path, body) {
    if (!/^\/(e|batch|i\/v0\/e)\/$/.test(path)) return undefined
    const json = decode(body)
    const events = json.batch ?? [json].flat()
    return events.map(({ properties, uuid }) => ({ n: properties.n, id: uuid }))
  },
}

/** Compressed by fetch, in a form's field of base64 by `sendBeacon`, else plain. */
function decode(body) {
  if (body.length > 1 && body.readUInt16BE() === GZIP_MAGIC) return JSON.parse(gunzipSync(body))
  const text = body.toString()
  if (!text.startsWith('data=')) return JSON.parse(text)
  return JSON.parse(Buffer.from(new URLSearchParams(text).get('data'), 'base64'))
}
