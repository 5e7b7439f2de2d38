import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useWebKit } from './webkit.js'

const newTab = useWebKit()

/** A server that answers each request with a short page. */
async function serve() {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Here</h1>'))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}

test('A tab opens and reloads a page', async () => {
  const { url, close } = await serve()
  const tab = await newTab()
  await tab.open(url)
  await tab.reload()
  expect(await tab.evaluate('[location.href, document.body.innerText]')).toEqual([url, 'Here'])
  close()
})

test('A tab reports a page that it cannot open, and one that it cannot reload', async () => {
  const { url, close } = await serve()
  const tab = await newTab()
  await tab.open(url)
  close()
  await expect(tab.reload()).rejects.toThrow('Connection refused')
  await expect(tab.open(url)).rejects.toThrow('Connection refused')
})

test('A tab reports the error of an expression', async () => {
  const tab = await newTab()
  await expect(tab.evaluate(`Promise.reject(new TypeError('no'))`)).rejects.toThrow('TypeError: no')
})
