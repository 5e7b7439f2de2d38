import { describe, expect, test, vi } from 'vitest'
import type { Rewards, TransferOptions } from '../../../src/index.js'
import { json } from '../wire.js'
import { failure } from './program.js'
import { scripted } from './scripted.js'

const asset = { id: 'a', name: 'a', filename: 'a', mime_type: 'text/plain', tags: [], data_type: 'x', status: 'x' }
const file = new File(['a'], 'a', { type: 'text/plain' })
const transfers: [name: string, transfer: (rewards: Rewards, options?: TransferOptions) => Promise<unknown>][] = [
  ['an upload', ({ assets }, options) => assets.create(file, {}, options)],
  ['a download', ({ assets }, options) => assets.download('a', options)],
]
/** A platform whose answer to the transfer itself is `answer`. */
const answering = (answer: () => Response | Promise<Response>) =>
  scripted(({ method, path }) => (method === 'POST' || path.endsWith('/download') ? answer() : asset))

describe.each(transfers)('%s', (_, transfer) => {
  test('that is refused has the status that the platform names', async () => {
    const refusal = { code: 'access_denied', http_status_code: 403, message: 'No', parameters: {}, unique_id: 'u-1' }
    const { rewards } = answering(() => json(refusal, 401))
    expect(await failure(transfer(rewards))).toMatchObject({ code: 'access_denied', status: 403, retryable: false })
  })

  test('that a captive portal answers has failed', async () => {
    const { rewards } = answering(() => new Response('<h1>Pay here</h1>', { headers: { 'content-type': 'text/html' } }))
    expect(await failure(transfer(rewards))).toMatchObject({ code: 'network_error', retryable: true })
  })

  test('is called off at once, also while what goes before it is on its way', async () => {
    const { rewards, asked } = scripted(() => new Promise(() => {}))
    const controller = new AbortController()
    const call = failure(transfer(rewards, { signal: controller.signal }))
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    controller.abort()
    expect(await call).toMatchObject({ code: 'aborted', retryable: false })
  })

  test('ends when the consumer logs out', async () => {
    const { rewards, asked } = answering(() => new Promise(() => {}))
    await rewards.identify({ email: 'ada@example.com' })
    const call = failure(transfer(rewards))
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    await rewards.logout()
    expect(await call).toMatchObject({ code: 'logged_out', retryable: false })
  })
})
