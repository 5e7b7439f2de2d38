import { describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { seedProgramNames } from '../../../../demo/platform/setup/seed-programs/index.js'
import { server, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const campaign = `/console/campaigns/${demo.campaignId}`
const editor = `${campaign}/program`
const sandboxCampaign = `/console/campaigns/${demo.sandbox.campaignId}`

/** A program that renames an event of its name. */
const program = (name: string) => JSON.stringify({ name, label: 'test', events: { [name]: 'renamed' } }, null, 2)
const textZone = (content: string) => JSON.stringify({ creatives: [{ type: 'text', content }] }, null, 2)

/** Opens the editor and sends its form. Returns the response, and the path of the saved version. */
async function save(source: string, action: 'draft' | 'publish', fields: Record<string, string> = {}) {
  const page = await user.read(editor)
  const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: 'A test' }
  const response = await user.send(editor, { ...form, source, action, ...fields })
  return { response, path: response.headers.get('Location')?.replace(/\?.*/, '') ?? '' }
}

const addZone = (content: string, publish: boolean, more: { program?: string } = {}) =>
  addVersion(visit.platform, {
    ...more,
    zones: { news: textZone(content) },
    editorId: demo.marketerId,
    message: content,
    publish,
    at: new Date(visit.now),
  })

/** Opens the question, and confirms it. */
async function makeLive(path: string) {
  const page = await user.read(`${path}/live`)
  return user.send(`${path}/live`, { live: fieldIn(page, 'live') })
}

const versionIn = (path: string) => Number(/\d+$/.exec(path)![0])
const versionRows = () => visit.rows('select 1 from campaign_versions')

/** The name of the step that an event becomes. */
async function stepOf(event_name: string): Promise<string> {
  const token = await visit.identified('ann@example.com')
  await visit.send('/events', { token, json: { event_name, data: {} } })
  const [step] = await (await visit.send('/v4/me/steps', { token })).json()
  return step.step_name
}
const newsServed = async () => (await visit.send('/zones/news', { json: {} })).text()

/** The lines of a page's differences: `+ "name": "x"`. */
const changedLines = (page: string) =>
  [...page.matchAll(/<(?:ins|del) data-line="\d+">([^<]*)</g)].map(([, text]) => text!.replaceAll('&quot;', '"'))

describe('the editor of the program', () => {
  test('shows the newest program, another version, or an example', async () => {
    const page = await user.read(editor)
    expect(page).toMatch(/Program of version 1 \(JSON\).*&quot;advocate-20&quot;/s)
    for (const name of seedProgramNames) expect(page).toContain(`href="${editor}?example=${name}"`)
    expect(await user.read(`${editor}?example=tiered`)).toContain('&quot;three-friends&quot;')
    expect(await user.read(`${editor}?example=constructor`)).toContain('&quot;advocate-20&quot;')
    await save(program('second'), 'draft')
    expect(await user.read(editor)).toContain('&quot;second&quot;')
    expect(await user.read(`${editor}?version=1`)).toMatch(/Program of version 1 \(JSON\).*&quot;advocate-20&quot;/s)
  })

  test('publishes a program, which applies to the next event', async () => {
    const { response, path } = await save(program('published'), 'publish')
    expect([response.status, path]).toEqual([303, expect.stringMatching(`${campaign}/versions/\\d+$`)])
    const page = await user.read(response.headers.get('Location')!)
    expect(page).toMatch(
      new RegExp(`role="status">Version \\d+ is live\\..*by ${demo.marketerId}, from version \\d+`, 's'),
    )
    expect(await stepOf('published')).toBe('renamed')
  })

  test('saves a draft, which applies to nothing until it is published', async () => {
    // A description that is longer than the page allows loses its end, and not the source.
    const { response, path } = await save(program('drafted'), 'draft', { message: `${'x'.repeat(200)}!` })
    const page = await user.read(response.headers.get('Location')!)
    expect(page).toMatch(/[^x]x{200}</)
    expect(page).toMatch(/role="status">Version \d+ is saved as a draft\./)
    expect(changedLines(page)).toContain('+   "name": "drafted",')
    const title = new RegExp(`href="${campaign}">drafted<`)
    expect(await user.read('/console/campaigns')).not.toMatch(title)
    expect(await stepOf('drafted')).toBe('drafted')
    visit.now += 1000
    const made = await makeLive(path)
    expect([made.status, made.headers.get('Location')]).toEqual([303, `${path}?done=live`])
    expect(await stepOf('drafted')).toBe('renamed')
    expect(await user.read('/console/campaigns')).toMatch(title)
    const shown = await visit.send(`${server}/v2/campaigns/${demo.campaignId}`, { token: demo.serverToken })
    const { version, live_version, is_published, name } = await shown.json()
    expect([live_version, is_published, name]).toEqual([version, true, 'drafted'])
  })

  test('shows an invalid program again, with each error below its line', async () => {
    const source = '{\n  "name": "A <b>",\n  "label": 7,\n  "rewards": [{}]\n}'
    const before = await versionRows()
    const { response } = await save(source, 'publish', { message: 'My "change"' })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain('There are 6 errors')
    expect(page).toMatch(
      /<span data-line="2"> {2}&quot;name&quot;: &quot;A &lt;b&gt;&quot;,<\/span><mark data-line="3"> {2}&quot;label&quot;: 7,<\/mark><\/pre>label: expected a string, got 7</,
    )
    expect(page).toContain(`\n${source.replaceAll('"', '&quot;').replace('<b>', '&lt;b&gt;')}</textarea>`)
    expect(page).toContain('value="My &quot;change&quot;"')
    expect(page).toContain('aria-invalid="true"')
    expect(await versionRows()).toHaveLength(before.length)
  })

  test.each([
    ['', /There is an error.*<mark data-line="1"><\/mark><\/pre>line 1, column 1: expected a value/s],
    ['{\n"name":', /<mark data-line="2">&quot;name&quot;:<\/mark><\/pre>line 2, column 8: expected a value/],
    [`"${'x'.repeat(200_000)}"`, /<li>A program can have at most 200000 characters/],
    [`{"name":"${'x'.repeat(300)}"}`, /x{190}…<\/mark>/],
  ])('shows the place of an error in %.20s', async (source, expected) => {
    const { response } = await save(source, 'draft')
    expect([response.status, await response.text()]).toEqual([422, expect.stringMatching(expected)])
  })

  test('does not replace a program that somebody else saved, without a warning', async () => {
    const newest = fieldIn(await user.read(editor), 'newest')
    const saved = await Promise.all([
      save(program('mine'), 'publish', { newest }),
      save(program('theirs'), 'publish', { newest }),
    ])
    expect(saved.map(({ response }) => response.status).sort()).toEqual([303, 409])
    const refused = saved.findIndex(({ response }) => response.status === 409)
    const page = await saved[refused]!.response.text()
    expect(page).toContain(`>\n${program(['mine', 'theirs'][refused]!).replaceAll('"', '&quot;')}</textarea>`)
    expect(page).toMatch(/role="alert">Not saved: somebody else saved.*version \d+/s)
    const again = await user.send(editor, {
      ...{ source: program('mine'), message: '', parent: '1', action: 'publish' },
      newest: fieldIn(page, 'newest'),
    })
    expect(again.status).toBe(303)
  })

  test('does not replace it either after the JSON was invalid', async () => {
    const newest = fieldIn(await user.read(editor), 'newest')
    expect((await save(program('theirs-again'), 'publish')).response.status).toBe(303)
    const invalid = await (await save('{', 'publish', { newest })).response.text()
    const { response } = await save(program('corrected'), 'publish', { newest: fieldIn(invalid, 'newest') })
    expect(response.status).toBe(409)
  })

  test('rejects a form that is incomplete', async () => {
    const before = await versionRows()
    expect((await save(program('other'), 'delete' as 'draft')).response.status).toBe(400)
    expect(await versionRows()).toHaveLength(before.length)
  })
})

describe('the versions', () => {
  test('are listed with their state and what they change', async () => {
    await addZone('spring', true)
    await addZone('summer', false)
    const rows = (await user.read(campaign)).split('<tr>').slice(2)
    expect(rows[0]).toMatch(/Draft.*Zone news.*summer/s)
    expect(rows[1]).toMatch(/Live.*Zone news.*spring/s)
    expect(rows.at(-1)).toMatch(/Version 1<.*Published earlier.*Program, \d+ zones.*The initial program/s)
    expect(rows.filter(row => row.includes('>Live<'))).toHaveLength(1)
  })

  test('are listed on several pages, and the form of each page offers the live version', async () => {
    const sandbox = { ...visit.platform, clientId: demo.sandbox.clientId }
    const draft = { editorId: demo.marketerId, message: 'one of many', publish: false, at: new Date(visit.now) }
    for (let count = 0; count < 60; count += 1) await addVersion(sandbox, { ...draft, zones: { news: textZone('x') } })
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    const first = await user.read(sandboxCampaign)
    expect(first.match(/>Version \d+<\/a>/g)).toHaveLength(50)
    expect(first).toMatch(/<select id="from".*<option value="1" selected[^>]*>Version 1 \(live\)/s)
    const next = /href="([^"]*\?before=\d+)">Older versions/.exec(first)![1]!
    const second = await user.read(next)
    expect(second).toContain('>Version 1</a>')
    expect(second).not.toContain('Older versions')
    expect(await user.read(`${sandboxCampaign}?before=x`)).toContain('>Version 61</a>')
    await user.send('/console/client', { client_id: demo.clientId })
  })

  test('are compared line by line', async () => {
    const first = (await save(program('first'), 'publish')).path
    const second = (await save(program('second <b>'), 'draft')).path
    const path = `${campaign}/compare?from=${versionIn(first)}&to=${versionIn(second)}`
    const page = await user.read(path)
    expect(changedLines(page)).toEqual([
      '-   "name": "first",',
      '+   "name": "second &lt;b&gt;",',
      '-     "first": "renamed"',
      '+     "second &lt;b&gt;": "renamed"',
    ])
    expect(page).toContain(`<del data-line="2">`)
    expect(page).toContain('2 lines added, 2 lines removed')
    expect(page).toContain(`value="${versionIn(first)}" selected`)
    expect(await user.read(path.replace(/to=\d+/, `to=${versionIn(first)}`))).toContain('Nothing differs.')
  })

  test('are compared in both directions, with zones that only one of them has', async () => {
    const before = await addZone('old', true)
    const zones = { only_new: textZone('new') }
    const draft = { editorId: demo.marketerId, message: '', publish: false, at: new Date(visit.now) }
    const after = await addVersion(visit.platform, { ...draft, zones })
    const added = await user.read(`${campaign}/compare?from=${before}&to=${after}`)
    expect(added).toMatch(/>Zone only_new [^\n]*new, 8 lines added</)
    const removed = await user.read(`${campaign}/compare?from=${after}&to=${before}`)
    expect(removed).toMatch(/>Zone only_new [^\n]*>8 lines removed</)
  })

  test('are no longer called live or a draft when another version has replaced them', async () => {
    const { path } = await save(program('replaced'), 'publish')
    expect(await user.read(`${path}?done=saved`)).toContain('role="status"')
    await save(program('replacement'), 'publish')
    expect(await user.read(`${path}?done=saved`)).not.toContain('role="status"')
  })

  test.each(['', '?from=1', '?from=1&to=999', '?from=x&to=1'])('cannot be compared by %j', async query => {
    const response = await user.open(`${campaign}/compare${query}`)
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('Choose two versions.')])
  })

  test('contain what earlier versions have published', async () => {
    const before = await addZone('before', true)
    await addZone('a draft', false)
    const { path } = await save(program('between'), 'publish')
    const page = await user.read(`${campaign}/compare?from=${before}&to=${versionIn(path)}`)
    expect(page).toContain('>Program ')
    expect(page).not.toContain('>Zone news ')
  })

  test.each(['0', '999', '1.0', 'x', '99999999999999999999'])('have no version %s', async version => {
    for (const path of [`${campaign}/versions/${version}`, `${campaign}/versions/${version}/live`])
      expect((await user.open(path)).status).toBe(404)
    expect((await user.send(`${campaign}/versions/${version}/live`, { live: '' })).status).toBe(404)
  })
})

describe('making a version live', () => {
  test('publishes the content of an older version as a new version, and only what it changes', async () => {
    const old = (await save(program('old'), 'publish')).path
    await addZone('kept', true)
    await save(program('new'), 'publish')
    expect(await stepOf('old')).toBe('old')
    const question = await user.read(`${old}/live`)
    expect(question).toMatch(/is older than the live version \d+, so its content is published as version \d+/)
    expect(changedLines(question)).toContain('-   "name": "new",')
    const made = await makeLive(old)
    const page = await user.read(made.headers.get('Location')!)
    expect(page).toMatch(new RegExp(`Version \\d+ is live.*from version ${versionIn(old)}`, 's'))
    expect(await stepOf('old')).toBe('renamed')
    expect(await newsServed()).toBe('kept')
  })

  test('publishes the zone of an older version again, and with it the program of that version', async () => {
    const old = await addZone('older zone', true, { program: program('of-the-zone') })
    await addZone('newer zone', true)
    await save(program('of-no-zone'), 'publish')
    await makeLive(`${campaign}/versions/${old}`)
    expect(await newsServed()).toBe('older zone')
    expect(await stepOf('of-the-zone')).toBe('renamed')
  })

  test('publishes the zones of a draft', async () => {
    const version = await addZone('from the draft', false)
    await makeLive(`${campaign}/versions/${version}`)
    expect(await newsServed()).toBe('from the draft')
    const [row] = await visit.rows(
      'select published_date from campaign_versions where version = $1 and campaign_id = $2',
      [...[version, demo.campaignId]],
    )
    expect(row).toEqual({ published_date: new Date(visit.now) })
  })

  test('is not offered for the live version, or without a difference', async () => {
    const { path } = await save(program('same'), 'publish')
    expect(await user.read(path)).not.toContain('/live"')
    const again = await user.send(`${path}/live`, { live: String(versionIn(path)) })
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('is live already')])
    await save(program('other'), 'publish')
    await makeLive(path)
    const question = await user.read(`${path}/live`)
    expect(question).toContain('The live version has the same content already.')
    expect(question).not.toContain('<button class="main">')
  })

  test('asks again if another version became live in the meantime', async () => {
    const draft = (await save(program('late'), 'draft')).path
    const live = fieldIn(await user.read(`${draft}/live`), 'live')
    const other = await addZone('meanwhile', true)
    const response = await user.send(`${draft}/live`, { live })
    const asked = await response.text()
    expect([response.status, asked]).toEqual([
      409,
      expect.stringContaining(`Version ${other} became live in the meantime.`),
    ])
    expect(await stepOf('late')).toBe('late')
    const again = await user.send(`${draft}/live`, { live: fieldIn(asked, 'live') })
    expect(again.status).toBe(303)
    expect(await stepOf('late')).toBe('renamed')
  })

  test('is refused if the content is no longer valid', async () => {
    const fields = { editorId: demo.marketerId, message: '', publish: false, at: new Date(visit.now) }
    const zones = { before: textZone('valid'), news: textZone('valid') }
    const version = await addVersion(visit.platform, { ...fields, zones })
    await visit.rows(`update zones set source = '{"creatives":7}' where version = $1 and zone_name = 'news'`, [version])
    const response = await makeLive(`${campaign}/versions/${version}`)
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining(`The zone news of version ${version} is not valid: creatives: expected a list, got 7.`),
    ])
    const { path } = await save(program('valid'), 'draft')
    const store = (source: string) =>
      visit.rows('update campaign_versions set program = $1 where campaign_id = $2 and version = $3', [
        ...[source, demo.campaignId, versionIn(path)],
      ])
    await store('{"name":"valid","label":7}')
    const draft = await makeLive(path)
    // Then it is older than the live version.
    await save(program('newer'), 'publish')
    const older = await makeLive(path)
    await store(program('valid'))
    for (const refused of [draft, older])
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining(
          `The program of version ${versionIn(path)} is not valid: label: expected a string, got 7.`,
        ),
      ])
    expect(await stepOf('valid')).toBe('valid')
  })
})

test('the list shows the campaigns of the tenant that the user works for', async () => {
  const row = new RegExp(`href="${campaign}">[^<]+<.*Version \\d+`, 's')
  expect(await user.read('/console/campaigns')).toMatch(row)
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  const page = await user.read('/console/campaigns')
  expect(page).toContain(`href="${sandboxCampaign}">Give 20, get 20<`)
  expect(page).not.toContain(`href="${campaign}"`)
  for (const path of ['', '/program', '/compare?from=1&to=1', '/versions/1', '/versions/1/live'])
    expect([path, (await user.open(campaign + path)).status]).toEqual([path, 404])
  await user.send('/console/client', { client_id: demo.clientId })
})

test('the sandbox has versions of its own', async () => {
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  const form = { message: '', parent: '1', newest: '1', source: program('trial'), action: 'publish' }
  const response = await user.send(`${sandboxCampaign}/program`, form)
  expect(response.headers.get('Location')).toMatch(`${sandboxCampaign}/versions/`)
  await user.send('/console/client', { client_id: demo.clientId })
  expect(await stepOf('trial')).toBe('trial')
})

test('the former address of the program leads to the console', async () => {
  const moved = await visit.send(`${server}/program?version=2`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, '/console/campaigns'])
  expect((await visit.send(`${server}/program`, { origin: server, form: { source: '{}' } })).status).toBe(404)
})
