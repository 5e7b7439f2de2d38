import { expect, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from './use-platform.js'

const visit = usePlatform()
const { send } = visit

test('each origin refuses the other’s tokens', async () => {
  const onProgram = await send('/v4/me', { token: demo.serverToken })
  expect([onProgram.status, await codeOf(onProgram)]).toEqual([403, 'access_denied'])
  const onZone = await send('/zones/terms', { json: {}, token: demo.serverToken })
  expect([onZone.status, await codeOf(onZone), await onZone.text()]).toEqual([200, 'access_denied', ''])
  const onServer = await send(`${server}/v4/tokens`, { token: await visit.verified('ada@example.com') })
  expect([onServer.status, await codeOf(onServer)]).toEqual([403, 'access_denied'])
})

test('each origin refuses the other’s calls', async () => {
  expect((await send('/v4/tokens', { token: demo.serverToken })).status).toBe(404)
  expect((await send(`${server}/v4/me`, { token: await visit.anonymous() })).status).toBe(404)
  expect((await send(`${server}/s/${demo.ada.code}`)).status).toBe(404)
})

test('a host that is neither is told so', async () => {
  const response = await send('https://elsewhere.example/zones')
  expect([response.status, await codeOf(response)]).toEqual([421, 'misdirected_request'])
})
