import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { AddressFailure, lookupOf, resolveHost } from '../network/resolve-host.js'
import { DeliveryFailure } from './delivery-failure.js'

/** How long a receiver can take to answer. Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000

export interface PostOptions {
  headers: Record<string, string>
  body: string
  allowPrivate: boolean
  /** Stops the request. */
  signal: AbortSignal
  timeoutMs?: number
}

/**
 * Posts to a URL and resolves with the status of the answer. Does not follow redirects and does not read the body of the answer.
 * Rejects with a `DeliveryFailure`, or with the reason of the signal.
 */
export async function post(url: string, options: PostOptions): Promise<number> {
  const { allowPrivate, signal, timeoutMs = TIMEOUT_MS } = options
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, deadline])
  try {
    const address = await Promise.race([resolveHost(new URL(url).hostname, allowPrivate), whenAborted(either)])
    return await send(new URL(url), address, { ...options, signal: either })
  } catch (error) {
    signal.throwIfAborted()
    throw deadline.aborted ? new DeliveryFailure('timeout') : toDeliveryFailure(error)
  }
}

/** A name is not resolved again: it could lead to another address now. */
function send(url: URL, address: string, { headers, body, signal }: PostOptions): Promise<number> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const lengths = { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    // Without an agent, no connection of an earlier message is used: its address was checked for that one.
    const options = {
      method: 'POST',
      headers: { ...headers, ...lengths },
      lookup: lookupOf(address),
      agent: false,
      signal,
    }
    const sent = request(url, options, response => {
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode!)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function toDeliveryFailure(error: unknown): DeliveryFailure {
  if (error instanceof AddressFailure) return new DeliveryFailure(error.code)
  const isOfCertificate = /CERT|ERR_TLS|UNABLE_TO_/.test(String(Object(error).code))
  return new DeliveryFailure(isOfCertificate ? 'certificate_invalid' : 'connection_failed')
}
