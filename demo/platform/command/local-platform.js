import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CommandError } from './command.js'

// Commands about a platform that runs on this machine talk to it over HTTP.

/** The port of the platform, unless an option names another one. */
export const DEFAULT_PORT = '4400'

/** The token of the demo brand for the server API: `demo.serverToken` of setup/seed.ts, which a command does not load. Everybody knows it. */
const DEMO_TOKEN = 'juniper-backend-token'

/** An error of the platform, with its code and the details of the error response. */
export class PlatformError extends CommandError {
  constructor({ code, message, parameters }) {
    super(message)
    this.code = code
    this.parameters = parameters
  }
}

/**
 * Calls the server API of the platform on a port of this machine, as the backend of the demo brand. Resolves with the JSON of the answer. Throws a `CommandError` if no platform
 * answers, or a `PlatformError`. With `allowsText`, an answer that is no JSON is its text: the content of a zone can be HTML.
 */
export async function callPlatform(port, method, path, json, { allowsText = false } = {}) {
  const { status, body } = await send(port, method, path, json && JSON.stringify(json))
  const answer = jsonIn(body)
  if (allowsText && status === 200 && answer === undefined) return body
  if (status === 401)
    throw new CommandError(
      `The platform on port ${port} refuses the token of the demo brand: its database has no demo data, or the token was revoked.`,
    )
  if (answer === undefined || (status >= 400 && !answer.code))
    throw new CommandError(`What listens on port ${port} is not a platform. Use another port: --port <port>`)
  if (status >= 400) throw new PlatformError(answer)
  return answer
}

/** Node does not resolve `*.localhost`, so the host is only in the header. */
async function send(port, method, path, body) {
  const headers = {
    Host: `api.brand.localhost:${port}`,
    Authorization: `Bearer ${DEMO_TOKEN}`,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }
  try {
    const response = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve).on('error', reject).end(body)
    })
    return { status: response.statusCode, body: await text(response) }
  } catch ({ code, message }) {
    throw new CommandError(
      code === 'ECONNREFUSED'
        ? `No platform runs on port ${port}. Start it: npx @rewards-web-sdk/platform --port ${port}`
        : `The platform on port ${port} does not answer over HTTP: ${message}`,
    )
  }
}

function jsonIn(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
