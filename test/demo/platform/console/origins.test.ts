import { expect, test } from 'vitest'
import { program, shop, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const BLOG = 'https://blog.example'
const add = (origin: string) => user.send('/console/origins', { origin })
/** Whether a page of the origin may read an answer that came with the cookie. */
const isAllowed = async (origin: string) => {
  const headers = { 'Access-Control-Request-Method': 'POST' }
  const response = await visit.send('/api/v6/events', { method: 'OPTIONS', origin, headers })
  return response.headers.get('Access-Control-Allow-Credentials') === 'true'
}

test('an added origin is allowed, and a removed one is refused', async () => {
  expect(await isAllowed(BLOG)).toBe(false)
  const added = await add(` ${BLOG}/ `)
  expect(await user.read(added.headers.get('Location')!)).toMatch(
    new RegExp(`role="status">The origin is allowed.*>${BLOG}<`, 's'),
  )
  expect(await isAllowed(BLOG)).toBe(true)
  const path = `/console/origins/remove?origin=${encodeURIComponent(BLOG)}`
  expect(await user.read(path)).toContain(`Remove ${BLOG}?`)
  const removed = await user.send('/console/origins/remove', { origin: BLOG })
  expect(await user.read(removed.headers.get('Location')!)).not.toContain(`>${BLOG}<`)
  expect(await isAllowed(BLOG)).toBe(false)
  expect((await user.open(path)).status).toBe(404)
})

test('the program domain and the origins of the options cannot be removed', async () => {
  const page = await user.read('/console/origins')
  expect(page).toContain(`>${program}<`)
  expect(page).toContain(`>${shop}<`)
  expect(page).not.toContain('/console/origins/remove')
  await user.send('/console/origins/remove', { origin: shop })
  expect(await isAllowed(shop)).toBe(true)
})

test.each([
  ['', 'Enter an origin'],
  ['blog.example', 'Enter an origin'],
  [`${BLOG}/news`, 'Enter an origin'],
  ['javascript:alert(1)', 'Enter an origin'],
  ['https://*.blog.example', 'Enter an origin'],
  [`https://${'a'.repeat(3_000)}.example`, 'Enter an origin'],
  [shop, 'is allowed already'],
])('the form refuses %j, and shows it again', async (origin, message) => {
  const response = await add(origin)
  const page = await response.text()
  expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
  expect(page).toContain(`value="${origin}"`)
})
