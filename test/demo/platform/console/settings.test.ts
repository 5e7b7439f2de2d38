import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const isSet = async (name: string, value: string) =>
  new RegExp(`name="${name}" value="${value}" checked`).test(await user.read('/console/settings'))
const settings = { cookie_consent: '', identity_key: 'email', time_zone: 'America/New_York' }
const tag = async () => fieldIn(await user.read('/console/settings'), 'tag')
const save = async (fields: Record<string, string>) =>
  user.send('/console/settings', { ...settings, tag: await tag(), ...fields })

test('the settings are saved, shown, and count from the next request on', async () => {
  expect(await isSet('cookie_consent', '')).toBe(true)
  const saved = await save({ cookie_consent: 'denied', identity_key: 'partner_user_id', time_zone: ' Europe/Paris ' })
  expect(await user.read(saved.headers.get('Location')!)).toContain('The settings are saved')
  expect(await isSet('cookie_consent', 'denied')).toBe(true)
  expect(await isSet('identity_key', 'partner_user_id')).toBe(true)
  expect(await user.read('/console/settings')).toContain('value="Europe/Paris"')
  expect((await visit.send('/zones', { method: 'POST' })).headers.get('X-Svc-Cookie-Consent')).toBe('denied')
  const token = await visit.send('/v5/token', { json: { email: 'new@example.com' } })
  expect(await codeOf(token)).toBe('email_not_applicable')
  await save({ cookie_consent: 'granted' })
  expect([await isSet('cookie_consent', 'granted'), await isSet('identity_key', 'email')]).toEqual([true, true])
  expect((await visit.send('/zones', { method: 'POST' })).headers.get('X-Svc-Cookie-Consent')).toBe('granted')
  await save({})
  expect((await visit.send('/zones', { method: 'POST' })).headers.has('Set-Cookie')).toBe(true)
})

test.each([
  [{ time_zone: 'Mars/Olympus' }, 'Enter the IANA name of a time zone'],
  [{ cookie_consent: 'perhaps' }, 'Choose an identity key and a cookie consent'],
  [{ identity_key: 'constructor' }, 'Choose an identity key and a cookie consent'],
])('the form refuses %o', async (fields, message) => {
  const response = await save({ cookie_consent: 'denied', ...fields })
  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(new RegExp(`role="alert"[^>]*>${message}`))
  expect(await isSet('cookie_consent', '')).toBe(true)
})

test('the settings are not replaced without a warning if somebody else changed them', async () => {
  const mine = { cookie_consent: 'unset', tag: await tag() }
  await save({ cookie_consent: 'denied', time_zone: 'Europe/Paris' })
  const invalid = await (await save({ ...mine, time_zone: 'Mars/Olympus' })).text()
  expect(fieldIn(invalid, 'tag')).toBe(mine.tag)
  const refused = await save(mine)
  const page = await refused.text()
  expect([refused.status, page]).toEqual([409, expect.stringContaining('Denied, Email address, Europe/Paris')])
  expect(page).toMatch(/name="cookie_consent" value="unset" checked/)
  expect(await isSet('cookie_consent', 'denied')).toBe(true)
  expect((await save({ ...mine, tag: fieldIn(page, 'tag') })).status).toBe(303)
  expect(await isSet('cookie_consent', 'unset')).toBe(true)
  await save({})
})

test('an account is marked as unpaid and as paid again, each after a confirmation', async () => {
  const status = async () => (await visit.send(`${server}/v4/tokens`, { token: demo.serverToken })).status
  expect(await user.read('/console/settings/payment')).toContain('Mark the account juniper as unpaid?')
  const unpaid = await user.send('/console/settings/payment', { is_paid: 'false' })
  expect(await user.read(unpaid.headers.get('Location')!)).toContain('The account is unpaid')
  expect(await status()).toBe(402)
  expect(await user.read('/console/settings/payment')).toContain('name="is_paid" value="true"')
  const paid = await user.send('/console/settings/payment', { is_paid: 'true' })
  expect(await user.read(paid.headers.get('Location')!)).toContain('The account is paid.')
  expect(await status()).toBe(200)
})
