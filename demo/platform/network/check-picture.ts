import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { Settings } from '../options.js'
import { type PictureSize, pictureSize } from './picture-size.js'
import { AddressFailure, lookupOf, resolveHost } from './resolve-host.js'

const KB = 1000
const MB = 1000 * KB
const TIMEOUT_MS = 10_000

interface Limits {
  service: string
  largestBytes: number
  /** In pixels. */
  smallest?: [width: number, height: number]
  largest?: [width: number, height: number]
  /** The largest width for a height. */
  ratio?: number
}

/** Which pictures messengers show. All of them show JPEG and PNG, and no other type is shown by all. Slack states no limits. */
const limits: Limits[] = [
  { service: 'WhatsApp', largestBytes: 600 * KB, smallest: [300, 1], ratio: 4 },
  { service: 'X', largestBytes: 5 * MB, smallest: [300, 157], largest: [4096, 4096] },
  { service: 'LinkedIn', largestBytes: 5 * MB, smallest: [200, 200] },
  { service: 'iMessage', largestBytes: 10 * MB },
]

/** What a server answered. `bytes` ends early if the picture is too large. */
interface Answer {
  status: number
  type: string
  bytes: Buffer
}

/** Loads a picture as a messenger does, and tells why a messenger does not show it. Undefined if all messengers show it. */
export async function pictureProblem(settings: Settings, url: string): Promise<string | undefined> {
  try {
    return problemOf(await load(new URL(url), isOwnHost(settings, url)))
  } catch (error) {
    if (error instanceof AddressFailure) return error.message
    return 'The server of the picture does not answer.'
  }
}

/** Whoever runs the platform can have their own sites in a private network. */
const isOwnHost = ({ allowPrivateAddresses, landingUrl, ownOrigins, ownDomain }: Settings, url: string) =>
  allowPrivateAddresses || [new URL(landingUrl).origin, ownDomain, ...ownOrigins].includes(new URL(url).origin)

function problemOf({ status, type, bytes }: Answer): string | undefined {
  if (status >= 300 && status < 400) return 'The URL leads to another one. Enter the URL at its end.'
  if (status !== 200) return `There is no picture: the server answers with the status ${status}.`
  const size = pictureSize(bytes)
  if (!size || type !== size.type)
    return `Messengers only show JPEG and PNG pictures. This file is ${type || 'of an unknown type'}.`
  return limits.map(each => beyond(each, size, bytes.length)).find(Boolean)
}

/** The first limit that a picture exceeds. */
function beyond(
  { service, largestBytes, smallest, largest, ratio }: Limits,
  { width, height }: PictureSize,
  length: number,
): string | undefined {
  const given = `This one has ${width} × ${height}.`
  if (length > largestBytes) return `${service} shows no picture of more than ${sizeText(largestBytes)}.`
  if (smallest && (width < smallest[0] || height < smallest[1]))
    return `${service} shows no picture smaller than ${smallest.join(' × ')} pixels. ${given}`
  if (largest && (width > largest[0] || height > largest[1]))
    return `${service} shows no picture larger than ${largest.join(' × ')} pixels. ${given}`
  if (ratio && width > ratio * height)
    return `${service} shows no picture that is more than ${ratio} times as wide as high. ${given}`
  return undefined
}

const sizeText = (bytes: number) => (bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} KB`)

/** A picture of this length is too large for one of the messengers. */
const ENOUGH = Math.min(...limits.map(({ largestBytes }) => largestBytes)) + 1

async function load(url: URL, allowPrivate: boolean): Promise<Answer> {
  const address = await resolveHost(url.hostname, allowPrivate)
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  return new Promise((resolve, reject) => {
    const options = { lookup: lookupOf(address), agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const sent = request(url, options, response => {
      readSome(response).then(bytes => {
        const [type = ''] = (response.headers['content-type'] ?? '').split(';')
        resolve({ status: response.statusCode!, type: type.trim().toLowerCase(), bytes })
      }, reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function readSome(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= ENOUGH) break
  }
  return Buffer.concat(chunks)
}
