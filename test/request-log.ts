import type { Site } from '../demo/platform/serve.js'

/** A request, and the status of its response. */
export interface LoggedRequest {
  method: string
  url: string
  headers: Headers
  /** The body, decoded as UTF-8. Empty if there was none, and for an upload, which can be too large for the memory. */
  body: string
  status: number
}

/** Wraps a site, so that each request is added to `log` when it has been answered. */
export function logged(site: Site, log: LoggedRequest[]): Site {
  return async request => {
    const { method, url, headers } = request
    const copy = isUpload(request) ? undefined : request.clone()
    const response = await site(request)
    // A site may respond without reading the body, and a client may disconnect before it has sent the whole body.
    const body = (await copy?.text().catch(() => '')) ?? ''
    log.push({ method, url, headers, body, status: response.status })
    return response
  }
}

const isUpload = ({ headers }: Request) => headers.get('Content-Type')?.startsWith('multipart/') ?? false
