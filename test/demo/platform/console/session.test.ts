import { describe, expect, onTestFinished, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { startPlatform, UNLIMITED } from '../../../start-platform.js'
import { program, sendTo, server, usePlatform } from '../use-platform.js'
import { cookieIn, fieldIn, signIn, useConsole } from './use-console.js'

const visit = usePlatform({ ...UNLIMITED, signInsPerMinute: 10 })
const user = useConsole(visit)

describe('signing in', () => {
  test('is needed for each page, and then opens that page', async () => {
    const refused = await visit.send(`${server}/console/tokens?page=2`)
    expect([refused.status, refused.headers.get('Location')]).toEqual([
      303,
      '/console/sign-in?to=%2Fconsole%2Ftokens%3Fpage%3D2',
    ])
    const page = await (await visit.send(server + refused.headers.get('Location'))).text()
    const response = await signIn(visit, { to: fieldIn(page, 'to') })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/console/tokens?page=2'])
  })

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const response = await signIn(visit)
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^__Host-console_session=[\w-]{32}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('sets a cookie without HTTPS that only the console gets', async () => {
    const serverOrigin = 'http://api.brand.localhost:4400'
    const platform = await startPlatform({ serverOrigin })
    onTestFinished(() => platform.close())
    const signedIn = await sendTo(platform, `${serverOrigin}/console/sign-in`, {
      origin: serverOrigin,
      form: demo.user,
    })
    expect(signedIn.headers.get('Set-Cookie')).toMatch(
      /^console_session=[\w-]{32}; Max-Age=43200; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/consoles',
    '/console//evil.example/..',
  ])('does not lead to %s', async to => {
    const location = (await signIn(visit, { to })).headers.get('Location')!
    expect(new URL(location, server).href).toMatch(`${server}/console`)
  })

  test('is refused from a page of another site', async () => {
    const evil = { form: { ...demo.user }, origin: 'https://evil.example' }
    const response = await visit.send(`${server}/console/sign-in`, evil)
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([403, null])
  })

  test('shows the form again with the email after a wrong password', async () => {
    const response = await signIn(visit, { password: 'wrong' })
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([401, null])
    const page = await response.text()
    expect(page).toContain('The email or the password is wrong.')
    expect(fieldIn(page.replaceAll(/ (id|type|autocomplete)="\w+"/g, ''), 'email')).toBe(demo.user.email)
    expect(page).not.toContain('wrong"')
    const again = await (await signIn(visit, { password: 'wrong', to: '/console/tokens' })).text()
    expect(fieldIn(again, 'to')).toBe('/console/tokens')
  })

  test('leads to the first page without a page that was asked for', async () => {
    expect((await visit.send(`${server}/console`)).headers.get('Location')).toBe('/console/sign-in')
    expect((await signIn(visit)).headers.get('Location')).toBe('/console')
  })

  test('stops guesses', async () => {
    visit.now += 60_000
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(visit, { password: 'wrong' })
    const response = await signIn(visit)
    expect(response.status).toBe(429)
    expect(await response.text()).toContain('Too many attempts')
    visit.now += 60_000
    expect((await signIn(visit)).status).toBe(303)
  })

  test('is refused to a user who cannot change the program', async () => {
    await visit.rows(`update users set scopes = '{CLIENT_REPORT_DOWNLOAD}'`)
    const response = await signIn(visit)
    // A session that has begun before is refused, too.
    const { status } = await user.open('/console')
    await visit.rows(`update users set scopes = '{CLIENT_ADMIN}'`)
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([403, null])
    expect([status, (await user.open('/console')).status]).toEqual([303, 200])
  })
})

describe('a session', () => {
  test('ends when the user signs out, and after twelve hours', async () => {
    const cookie = cookieIn(await signIn(visit))
    const open = () => visit.send(`${server}/console`, { headers: { Cookie: cookie } })
    const csrf = fieldIn(await (await open()).text(), 'csrf')
    await visit.send(`${server}/console/sign-out`, { headers: { Cookie: cookie }, origin: server, form: { csrf } })
    expect((await open()).status).toBe(303)
    visit.now += 12 * 3600_000
    expect((await user.open('/console')).status).toBe(303)
    visit.now -= 12 * 3600_000
  })

  test('is removed from the browser with the sign-out, and is not prolonged by use', async () => {
    const cookie = cookieIn(await signIn(visit))
    const open = () => visit.send(`${server}/console`, { headers: { Cookie: cookie } })
    visit.now += 12 * 3600_000 - 1
    const csrf = fieldIn(await (await open()).text(), 'csrf')
    const form = { csrf }
    visit.now += 1
    expect((await open()).status).toBe(303)
    visit.now -= 1
    const signedOut = await visit.send(`${server}/console/sign-out`, {
      headers: { Cookie: cookie },
      origin: server,
      form,
    })
    expect(signedOut.headers.get('Set-Cookie')).toMatch(/^__Host-console_session=; Max-Age=0; Path=\/;/)
    visit.now -= 12 * 3600_000 - 1
  })

  test('ends when the user signs in again in the same browser', async () => {
    const headers = { Cookie: cookieIn(await signIn(visit)) }
    const again = { origin: server, headers, form: { ...demo.user, to: '' } }
    expect((await visit.send(`${server}/console`, { headers })).status).toBe(200)
    expect((await visit.send(`${server}/console/sign-in`, again)).status).toBe(303)
    expect((await visit.send(`${server}/console`, { headers })).status).toBe(303)
  })

  test.each([
    ['no token', {}, server],
    ['the token of another session', { csrf: '0'.repeat(64) }, server],
    ['a page of another site', undefined, 'https://evil.example'],
  ])('refuses a form with %s', async (_, fields, origin) => {
    const csrf = fieldIn(await user.read('/console'), 'csrf')
    const form = { client_id: demo.sandbox.clientId, ...(fields ?? { csrf }) }
    const response = await visit.send(`${server}/console/client`, { headers: { Cookie: user.cookie }, origin, form })
    expect(response.status).toBe(403)
    expect(await user.read('/console')).toContain('Home · Juniper<')
  })

  test('shows the sandbox or production', async () => {
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    const inSandbox = await user.read('/console/people')
    expect(inSandbox).toMatch(/People · Juniper \(sandbox\)<.*Nobody has joined/s)
    const offered = [...inSandbox.matchAll(/name="client_id" value="([^"]+)"/g)].map(([, id]) => id)
    expect(offered).toEqual([demo.clientId])
    await user.send('/console/client', { client_id: demo.clientId })
    expect(await user.read('/console/people')).toMatch(/People · Juniper<.*Ada Lovelace/s)
    expect((await user.send('/console/client', { client_id: 'other' })).status).toBe(400)
  })

  test('shows no client that its user only manages, and none of production to a user of the sandbox', async () => {
    const openProductionAs = async (clientId: string) => {
      await visit.rows('update users set client_id = $1', [clientId])
      const response = await user.send('/console/client', { client_id: demo.clientId })
      await visit.rows('update users set client_id = $1', [demo.clientId])
      return response.status
    }
    expect(await openProductionAs(demo.agency.clientId)).toBe(400)
    expect(await openProductionAs(demo.sandbox.clientId)).toBe(400)
  })

  test('shows what it has chosen, beside another session of the same user', async () => {
    const headers = { Cookie: cookieIn(await signIn(visit)) }
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    const other = await (await visit.send(`${server}/console`, { headers })).text()
    expect(other).toContain('Home · Juniper<')
    expect(await user.read('/console')).toContain('Home · Juniper (sandbox)<')
    const form = { csrf: fieldIn(other, 'csrf'), client_id: demo.clientId }
    const refused = await visit.send(`${server}/console/client`, {
      ...{ origin: server, headers: { Cookie: user.cookie }, form },
    })
    expect(refused.status).toBe(403)
    expect(await user.read('/console')).toContain('Home · Juniper (sandbox)<')
    await user.send('/console/client', { client_id: demo.clientId })
  })

  test('takes a form of a browser that sends no Origin', async () => {
    const signedIn = await visit.send(`${server}/console/sign-in`, { form: demo.user })
    const headers = { Cookie: cookieIn(signedIn) }
    const csrf = fieldIn(await (await visit.send(`${server}/console`, { headers })).text(), 'csrf')
    const form = { csrf, client_id: demo.sandbox.clientId }
    expect((await visit.send(`${server}/console/client`, { headers, form })).status).toBe(303)
    expect(await (await visit.send(`${server}/console`, { headers })).text()).toContain('Home · Juniper (sandbox)<')
  })
})

test('the pages allow no inline scripts or styles', async () => {
  const response = await user.open('/console')
  expect(response.headers.get('Content-Security-Policy')).toBe(
    `default-src 'none'; base-uri 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'`,
  )
  expect(await response.text()).not.toMatch(/<script|<style| style=| on\w+=/)
})

test('an unknown page leads back to the console', async () => {
  const response = await user.open('/console/nothing')
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('href="/console"')])
})

test('the console has a Security Center with the tokens, and a Tech Center with the active domain', async () => {
  const page = await user.read('/console/domains')
  expect(page).toMatch(/<h2>Security Center<\/h2><ul><li><a href="\/console\/tokens"/)
  expect(page).toMatch(/<h2>Tech Center<\/h2><ul><li><a href="\/console\/domains"/)
  expect(page).toContain('<p class="center">Tech Center</p><h1>Program domains</h1>')
  expect(page).toContain(`The active domain is <code>${program}</code>`)
  expect(await user.read('/console/tokens')).toContain('<p class="center">Security Center</p><h1>Managed tokens</h1>')
})

test('the menu leads to each section', async () => {
  const [, menu] = /<nav aria-label="Console"[^>]*>(.*?)<\/nav>/s.exec(await user.read('/console'))!
  const links = [...menu!.matchAll(/<a href="\/console([^"]*)"[^>]*>([^<]+)</g)].map(([, path, name]) => [path, name])
  expect(links).toEqual([
    ['', 'Home'],
    ['/campaigns', 'Campaigns'],
    ['/zones', 'Zones'],
    ['/theme', 'Theme'],
    ['/people', 'People'],
    ['/rewards', 'Rewards'],
    ['/requests', 'Requests'],
    ['/reports', 'Reports'],
    ['/mails', 'Emails'],
    ['/refusals', 'Refused'],
    ['/tokens', 'Managed tokens'],
    ['/keys', 'Verification keys'],
    ['/origins', 'Allowed origins'],
    ['/domains', 'Program domains'],
    ['/settings', 'Client settings'],
    ['/webhooks', 'Webhooks'],
    ['/work', 'Background work'],
    ['/clock', 'Clock'],
    ['/docs', 'API reference'],
  ])
})

describe('a form of an ended session', () => {
  const ended = { csrf: 'of-then', tenant: demo.clientId, message: 'A "note"', source: '{\n  "name": "<b>"\n}' }
  const path = `/console/campaigns/${demo.campaignId}/program`
  const send = (form: Record<string, string>, cookie = '', origin: string = server) =>
    visit.send(`${server}${path}?version=1`, { form, origin, headers: { Cookie: cookie } })
  const versions = () => visit.rows('select 1 from campaign_versions')

  test('is kept without the password, and sent after the user has signed in and says so', async () => {
    const before = await versions()
    const form = { ...ended, action: 'draft', newest: '7', password: 'a-secret' }
    const signedOut = await send(form)
    const kept = await signedOut.text()
    expect(signedOut.status).toBe(401)
    expect(kept).toContain(`action="${path}?version=1"`)
    expect(kept).toContain('\n{\n  &quot;name&quot;: &quot;&lt;b&gt;&quot;\n}</textarea>')
    expect(kept).not.toContain('a-secret')
    // It is entered again.
    expect(kept).toContain('name="password" type="password"')
    expect(fieldIn(kept, 'newest')).toBe('7')
    const cookie = cookieIn(await signIn(visit))
    const asked = await send(form, cookie)
    const again = await asked.text()
    expect([asked.status, again]).toEqual([403, expect.stringContaining('Send the form again')])
    expect(again).toContain('\n{\n  &quot;name&quot;: &quot;&lt;b&gt;&quot;\n}</textarea>')
    expect(await versions()).toEqual(before)
    // A form stays one of the tenant that its page has shown.
    const ofSandbox = await (await send({ ...form, tenant: demo.sandbox.clientId }, cookie)).text()
    expect(fieldIn(ofSandbox, 'tenant')).toBe(demo.sandbox.clientId)
    const source = JSON.stringify({ name: 'Kept', label: 'kept' })
    const newest = String(before.length)
    const sent = await send(
      { ...form, source, newest, parent: newest, csrf: fieldIn(again, 'csrf'), tenant: fieldIn(again, 'tenant') },
      cookie,
    )
    expect([sent.status, (await versions()).length]).toEqual([303, before.length + 1])
  })

  test('is not kept for a page of another site', async () => {
    const cookie = cookieIn(await signIn(visit))
    for (const origin of ['https://evil.example', 'null'])
      for (const each of ['', cookie])
        expect(await (await send(ended, each, origin)).text()).not.toContain('A &quot;note')
  })
})
