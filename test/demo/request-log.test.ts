import { expect, test } from 'vitest'
import { type LoggedRequest, logged } from '../request-log.js'

const url = 'https://api.brand.localhost/v6/files'

test('a request is logged with its body and the status of its response', async () => {
  const log: LoggedRequest[] = []
  const site = logged(async request => new Response(await request.text(), { status: 201 }), log)
  const response = await site(new Request(url, { method: 'POST', body: 'a body', headers: { X: 'y' } }))
  expect(await response.text()).toBe('a body')
  expect(log).toMatchObject([{ method: 'POST', url, body: 'a body', status: 201 }])
  expect(log[0]!.headers.get('X')).toBe('y')
})

test('the body of an upload is read by the site only, so that it is not held in memory', async () => {
  const log: LoggedRequest[] = []
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(1024))
      if (pulled === 1000) controller.close()
    },
  })
  const site = logged(async request => {
    await request.body!.getReader().read()
    return new Response()
  }, log)
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  // The types of `Request` lack `duplex`, which Node requires for a stream.
  const upload = { method: 'POST', body, headers, duplex: 'half' }
  await site(new Request(url, upload))
  expect(log).toMatchObject([{ method: 'POST', url, body: '', status: 200 }])
  expect(pulled).toBeLessThan(10)
})
