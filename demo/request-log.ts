import type { Site } from './serve.js'

/** A request that arrived, and the status it was answered with. */
export interface LoggedRequest {
  method: string
  url: string
  headers: Headers
  /** Empty where there was none. Bytes that are not UTF-8 do not survive. */
  body: string
  status: number
}

/** Requests kept, so that a demo left running for days does not grow. */
const NEWEST = 5_000

/** Passes a site's requests on, writing each into `log` once it is answered. */
export function logged(site: Site, log: LoggedRequest[]): Site {
  return async request => {
    const copy = request.clone()
    const response = await site(request)
    const { method, url, headers } = copy
    // A site may answer without reading the body, and a client may leave before it sent all of it.
    const body = await copy.text().catch(() => '')
    log.push({ method, url, headers, body, status: response.status })
    if (log.length > NEWEST) log.shift()
    return response
  }
}
