import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { deleteOldDrafts } from '../../../../demo/platform/campaign/zone-draft.js'
import { demo } from '../../../../demo/platform/index.js'
import { seedTheme } from '../../../../demo/platform/setup/seed-theme.js'
import { seedZones } from '../../../../demo/platform/setup/seed-zones/index.js'
import { toTheme } from '../../../../demo/platform/theme/program-theme.js'
import { program, server, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const pageOf = (path: string) => user.read(`/console${path}`)

const zone = (content: string) => JSON.stringify({ creatives: [{ type: 'text', content }] })
const served = async (name: string) => (await visit.send(`/zones/${name}`, { json: {} })).text()

/** Opens the page of a zone and sends its form with `source`. */
async function edit(name: string, source: string, action: 'draft' | 'publish', fields: Record<string, string> = {}) {
  const page = await pageOf(`/zones/${name}`)
  const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '' }
  return user.send(`/console/zones/${name}`, { ...form, source, action, ...fields })
}

describe('the list of zones', () => {
  test('shows each zone with its kinds and its state', async () => {
    await edit('overlay', zone('not yet'), 'draft')
    await edit('unpublished', zone('not yet'), 'draft')
    const rows = (await pageOf('/zones')).split('<tr>').slice(2)
    const row = (name: string) => rows.find(each => each.includes(`"/console/zones/${name}"`))!
    expect(row('product')).toMatch(/share.*>Live</s)
    expect(row('product')).not.toContain('>Draft<')
    expect(row('overlay')).toMatch(/text.*>Live<.*>Draft</s)
    expect(row('unpublished')).not.toContain('>Live<')
    expect(rows.length).toBe(Object.keys(seedZones).length + 1)
  })

  test('creates a page for a new zone', async () => {
    const response = await user.open('/console/zones?name=registration')
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/console/zones/registration'])
    expect(await pageOf('/zones/registration?as=json')).toContain('New zone (JSON)')
  })

  test('describes an invalid name', async () => {
    const response = await user.open('/console/zones?name=%3Cb%3E')
    expect(response.status).toBe(422)
    expect(await response.text()).toMatch(
      /role="alert"[^>]*>A zone name must have 1 to 100 letters.*value="&lt;b&gt;"/s,
    )
  })
})

describe('the page of a zone', () => {
  test('publishes a version, and shoppers see it', async () => {
    const response = await edit('news', zone('spring'), 'publish', { message: 'For spring' })
    expect(response.status).toBe(303)
    expect(await served('news')).toBe('spring')
    const page = await user.read(response.headers.get('Location')!)
    expect(page).toMatch(/role="status">Version \d+ is live/)
    expect(page).toMatch(new RegExp(`>Live<.*For spring.*by ${demo.marketerId}`, 's'))
  })

  test('saves a draft, and shoppers do not see it', async () => {
    await edit('hidden', zone('live'), 'publish')
    const response = await edit('hidden', zone('draft'), 'draft')
    expect(await served('hidden')).toBe('live')
    expect(await user.read(response.headers.get('Location')!)).toMatch(/role="status">Version \d+ is saved as a draft/)
  })

  test('opens an earlier version, which becomes the parent of the next one', async () => {
    await edit('old', zone('first'), 'publish')
    await edit('old', zone('second'), 'publish')
    const versions = () =>
      visit.rows<{ version: number; parent_version: number | null }>(
        `select version, parent_version from zones join campaign_versions using (campaign_id, version)
         where zone_name = 'old' order by version`,
      )
    const [first, second] = await versions()
    const page = await pageOf(`/zones/old?as=json&version=${first!.version}`)
    expect(page).toContain('&quot;first&quot;')
    expect(fieldIn(page, 'newest')).toBe(String(second!.version))
    const form = { parent: fieldIn(page, 'parent') }
    await edit('old', zone('first'), 'publish', form)
    expect((await versions()).map(({ parent_version }) => parent_version)).toEqual([
      null,
      first!.version,
      first!.version,
    ])
    expect(await served('old')).toBe('first')
  })

  test('restores an earlier version of this zone only', async () => {
    const add = (first: string, second: string) =>
      addVersion(visit.platform, {
        zones: { restored: zone(first), beside: zone(second) },
        editorId: demo.marketerId,
        message: '',
        publish: true,
        at: new Date(visit.now),
      })
    const version = await add('one', 'one')
    await add('two', 'two')
    const { document } = new Window()
    document.write(await pageOf('/zones/restored'))
    const button = document.querySelector(`[aria-label="Restore this version: ${version}"]`)!
    const fields: Record<string, string> = { action: button.getAttribute('value')! }
    for (const field of button.closest('form')!.querySelectorAll('input'))
      fields[field.getAttribute('name')!] = field.getAttribute('value')!
    const response = await user.send(button.closest('form')!.getAttribute('action')!, fields)
    expect(await user.read(response.headers.get('Location')!)).toMatch(/role="status">Version \d+ is live\./)
    expect([await served('restored'), await served('beside')]).toEqual(['one', 'two'])
    expect(document.querySelectorAll('[aria-label^="Restore this version"]').length).toBe(1)
    // A draft was never live: it is published, not restored.
    await edit('restored', zone('draft'), 'draft')
    expect((await pageOf('/zones/restored')).match(/aria-label="Restore this version/g)).toHaveLength(2)
  })

  test('says that a zone without creatives shows nothing', async () => {
    const response = await edit('nothing', '{"creatives":[]}', 'publish')
    expect(await user.read(response.headers.get('Location')!)).toContain(
      'is live, but the zone shows nothing: it has no creative. Add one.',
    )
  })

  test.each([
    ['{"creatives":', 'line 1, column 14: expected a value'],
    ['{"creatives":[{"content":{},"wen":{}}]}', 'creatives[0].wen: expected no field of this name, got {}'],
    ['', 'line 1, column 1: expected a value'],
  ])('shows %s again, with the error', async (source, error) => {
    const before = await visit.rows('select 1 from campaign_versions')
    const response = await edit('product', source, 'publish', { message: 'An attempt' })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain(`role="alert"`)
    expect(page).toContain(`</pre>${error}`)
    expect(page).toContain(`\n${source.replaceAll('"', '&quot;')}</textarea>`)
    expect(page).toContain('aria-invalid="true"')
    expect(fieldIn(page, 'message" maxlength="200')).toBe('An attempt')
    expect(await visit.rows('select 1 from campaign_versions')).toHaveLength(before.length)
  })

  test('does not replace the first version that somebody else saved meanwhile, without a warning', async () => {
    await edit('first-of-two', zone('theirs'), 'publish')
    const page = await (await edit('first-of-two', zone('mine'), 'publish', { parent: '', newest: '' })).text()
    expect(page).toMatch(/role="alert">Not saved: somebody else saved <a [^>]+>version \d+</)
    expect(await served('first-of-two')).toBe('theirs')
  })

  test('does not replace a version that somebody else saved, without a warning', async () => {
    await edit('shared', zone('one'), 'publish')
    const newest = fieldIn(await pageOf('/zones/shared'), 'newest')
    const [mine, theirs] = await Promise.all([
      edit('shared', zone('mine'), 'publish', { newest }),
      edit('shared', zone('theirs'), 'publish', { newest }),
    ])
    expect([mine.status, theirs.status].sort()).toEqual([303, 409])
    const conflictPage = await (mine.status === 409 ? mine : theirs).text()
    const typed = zone(mine.status === 409 ? 'mine' : 'theirs')
    expect(conflictPage).toContain(`\n${typed.replaceAll('"', '&quot;')}</textarea>`)
    const newer = fieldIn(conflictPage, 'newest')
    expect(conflictPage).toMatch(
      new RegExp(`role="alert">Not saved: somebody else saved <a [^>]*version=${newer}"[^>]*>version ${newer}<`),
    )
    const again = await edit('shared', zone('mine'), 'draft', { parent: '', newest: newer })
    expect(again.status).toBe(303)
  })

  test('does not replace it either after the JSON was invalid', async () => {
    await edit('corrected', zone('one'), 'publish')
    const opened = await pageOf('/zones/corrected')
    const form = { parent: fieldIn(opened, 'parent'), newest: fieldIn(opened, 'newest') }
    await edit('corrected', zone('theirs'), 'publish')
    const invalid = await (await edit('corrected', '{', 'publish', form)).text()
    const shown = { parent: fieldIn(invalid, 'parent'), newest: fieldIn(invalid, 'newest') }
    const previewed = await user.send('/console/zones/corrected', {
      ...{ source: zone('mine'), message: '', action: 'preview' },
      ...shown,
    })
    expect(fieldIn(await previewed.text(), 'newest')).toBe(form.newest)
    expect((await edit('corrected', zone('mine'), 'publish', shown)).status).toBe(409)
    expect(await served('corrected')).toBe('theirs')
  })

  test('does not change the text', async () => {
    const source = `${JSON.stringify({ creatives: [{ type: 'text', content: '</textarea><b>' }] }, null, 4)}\n`
    await edit('stored', source.replaceAll('\n', '\r\n'), 'publish')
    const [{ source: stored } = {}] = await visit.rows(`select source from zones where zone_name = 'stored'`)
    expect(stored).toBe(source)
    expect(await pageOf('/zones/stored')).not.toContain('<b>')
  })

  test.each([
    ['without its fields', {}],
    ['with a version that is no number', { source: '{}', message: '', action: 'draft', parent: 'x', newest: '' }],
  ])('refuses a form %s', async (_, form) => {
    expect((await user.send('/console/zones/product', form)).status).toBe(400)
  })

  test('rejects an invalid name', async () => {
    const response = await user.open('/console/zones/a.b')
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('A zone name must have')])
  })
})

test('each tenant has its own zones', async () => {
  await edit('news', zone('of production'), 'publish')
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  expect(await pageOf('/zones/news?as=json')).toContain('New zone (JSON)')
  expect((await edit('news', zone('of the sandbox'), 'publish')).status).toBe(303)
  expect(await pageOf('/zones/news')).toMatch(/of the sandbox/)
  await user.send('/console/client', { client_id: demo.clientId })
  expect(await pageOf('/zones/news')).toContain('of production')
  expect(await served('news')).toBe('of production')
})

test.each([
  ['/zones', '/console/zones'],
  ['/zones/product?version=1', '/console/zones/product'],
])('the former address %s leads to the console, which asks to sign in', async (path, target) => {
  const moved = await visit.send(server + path)
  expect([moved.status, moved.headers.get('Location')]).toEqual([303, target])
  expect((await visit.send(server + target)).headers.get('Location')).toContain('/console/sign-in?to=')
})

test('a page that was open before the zones needed a sign-in cannot save a zone', async () => {
  const form = { source: zone('unsigned'), message: '', action: 'publish', parent: '', newest: '' }
  expect((await visit.send(`${server}/zones/unsigned`, { origin: server, form })).status).toBe(303)
  expect(await visit.rows(`select 1 from zones where zone_name = 'unsigned'`)).toEqual([])
})

describe('the preview', () => {
  test('is the only frame that the page of a zone can load', async () => {
    const policy = (await user.open('/console/zones/product')).headers.get('Content-Security-Policy')
    expect(policy).toBe(
      `default-src 'none'; base-uri 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; frame-src ${program}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
  })

  const previewsIn = (page: string) =>
    [...page.matchAll(/<iframe src="([^"]+)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
  const dataIn = (page: string) =>
    JSON.parse(/<rewards-zone name="\w+" data="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"'))

  test('has a frame for each creative, which shows what its audience sees, also for drafts', async () => {
    const creatives = [
      { when: { labels: 'vip', level: 'verified' }, type: 'text', content: 'for few' },
      { type: 'text', content: 'for all' },
    ]
    await edit('seen', JSON.stringify({ creatives }), 'draft')
    const previews = previewsIn(await pageOf('/zones/seen?as=json'))
    const shown = await Promise.all(
      previews.map(async url => {
        const data = dataIn(await (await visit.send(url)).text())
        return (await visit.send('/zones/seen', { json: data })).text()
      }),
    )
    expect(shown).toEqual(['for few', 'for all'])
    expect(await served('seen')).toBe('')
  })

  test('has a policy without inline scripts, and only the pages of zones can frame it', async () => {
    const [url] = previewsIn(await pageOf('/zones/product'))
    const response = await visit.send(url!)
    const policy = response.headers.get('Content-Security-Policy')!
    expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; style-src 'self'; script-src 'self';/)
    expect(policy).toContain(`frame-ancestors ${server};`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain(`img-src 'self' https:; media-src 'self' https:; frame-src 'self';`)
    expect(await response.text()).toContain('<script src="/rewards.js" defer=""></script>')
  })

  test('of another client is shown to whoever has the key', async () => {
    await addVersion(
      { ...visit.platform, clientId: demo.sandbox.clientId },
      {
        zones: { foreign: zone('of the sandbox') },
        editorId: 'ida',
        message: '',
        publish: false,
        at: new Date(visit.now),
      },
    )
    const [{ preview_key }] = (await visit.rows<{ preview_key: string }>(
      `select preview_key from campaign_versions join zones using (campaign_id, version) where zone_name = 'foreign'`,
    )) as [{ preview_key: string }]
    const shown = await visit.send('/zones/foreign', { json: { preview_key } })
    expect(await shown.text()).toBe('of the sandbox')
    expect((await visit.send('/zones/foreign', { json: {} })).headers.get('X-Svc-Campaign')).toBeNull()
  })

  /** Sends a form of a zone to the preview. Returns the page, and what the frame shows. */
  async function preview(path: string, fields: Record<string, string>) {
    const form = { parent: '', newest: '', message: '', ...fields, action: 'preview' }
    const page = await (await user.send(`/console/zones/${path}`, form)).text()
    const [url = ''] = previewsIn(page)
    const frame = url && (await (await visit.send(url)).text())
    const [name = ''] = path.split('/')
    const shown = frame && (await (await visit.send(`/zones/${name}`, { json: dataIn(frame) })).text())
    return { page, url, frame, shown, key: fieldIn(page, 'preview.key" form="editor') }
  }

  const countVersions = async () => (await visit.rows('select 1 from campaign_versions')).length

  test('shows a draft of the JSON and of a creative, and saves nothing', async () => {
    await edit('drafted', zone('saved'), 'publish')
    const parent = fieldIn(await pageOf('/zones/drafted'), 'parent')
    const before = await countVersions()
    expect((await preview('drafted', { source: zone('typed') })).shown).toBe('typed')
    expect((await preview('drafted/creatives/0', { parent, content: 'entered' })).shown).toBe('entered')
    const fresh = await preview('fresh/creatives/new', { 'content.widget': 'share', 'content.headline': '</b>' })
    expect(JSON.parse(fresh.shown)).toEqual({ widget: 'share', headline: '</b>' })
    expect(await countVersions()).toBe(before)
    expect(await served('drafted')).toBe('saved')
  })

  test('names missing translations while the user types', async () => {
    const creative = (locale: string | undefined, content: object) => ({
      ...(locale && { when: { locale } }),
      content: { widget: 'share', ...content },
    })
    const creatives = [creative('fr', { headline: 'Bonjour' }), creative(undefined, { headline: 'Hello' })]
    await edit('translated', JSON.stringify({ creatives }), 'draft')
    const saved = await pageOf('/zones/translated?creative=1')
    expect(saved).not.toContain('Missing translations')
    const parent = fieldIn(saved, 'parent')
    const fields = { parent, 'content.widget': 'share', 'content.headline': 'Hello', 'content.description': 'More' }
    expect((await preview('translated/creatives/1', fields)).page).toContain(
      'Everybody: the creative in French lacks Description.',
    )
    const club = { ...fields, 'content.description': '', 'when.labels': 'club' }
    expect((await preview('translated/creatives/new', club)).page).toContain(
      'labels: club: there is no creative in French.',
    )
    const source = JSON.stringify({ creatives: [creatives[0], { ...creatives[1], when: { labels: '<b>' } }] })
    expect((await preview('translated', { source })).page).toContain(
      'labels: &lt;b&gt;: there is no creative in French.',
    )
  })

  test('names the low contrast of an HTML creative while the user types', async () => {
    const content = (color: string) => `<p style="color: ${color}; background: #fff">Hello</p>`
    const pageWith = async (color: string) => {
      const source = JSON.stringify({ creatives: [{ type: 'html', content: content(color) }] })
      return (await preview('legible', { source })).page
    }
    expect(await pageWith('#999')).toContain('Everybody: the text of &lt;p&gt; has 2.8 to 1 and needs 4.5.')
    expect(await pageWith('#333')).not.toContain('Low contrast')
  })

  test('names what does not work in an HTML creative while the user types', async () => {
    const pageWith = async (type: string, content: string) => {
      const source = JSON.stringify({ creatives: [{ when: { locale: 'fr' }, type, content }] })
      return (await preview('framed', { source })).page
    }
    expect(await pageWith('html', '<a href="/sale">Sale</a><form>')).toContain(
      'locale: fr: the HTML contains relative addresses and forms, which do not work in its frame.',
    )
    expect(await pageWith('html', '<a href="https://brand.example/sale">Sale</a>')).not.toContain('which do not work')
    expect(await pageWith('text', '<form>')).not.toContain('which do not work')
  })

  test('says whether it shows the version or a draft', async () => {
    const source = zone('as saved')
    await edit('labelled', source, 'draft')
    const page = await pageOf('/zones/labelled')
    const parent = fieldIn(page, 'parent')
    const versionNote = `<p class="hint">Version ${parent}.</p>`
    const draftNote = '<p class="hint">Your draft. It is not saved.</p>'
    const dark = { parent, 'preview.scheme': 'dark' }
    expect((await preview('labelled/creatives/0', { ...dark, content: 'as saved' })).page).toContain(versionNote)
    expect((await preview('labelled/creatives/0', { ...dark, content: 'other' })).page).toContain(draftNote)
    expect((await preview('labelled', { ...dark, source })).page).toContain(versionNote)
    expect((await preview('labelled', { ...dark, source: zone('other') })).page).toContain(draftNote)
  })

  test('keeps one draft for each open page', async () => {
    const first = await preview('kept', { source: zone('one') })
    const second = await preview('kept', { source: zone('two'), 'preview.key': first.key })
    const other = await preview('kept', { source: zone('three') })
    expect(second.key).toBe(first.key)
    expect(other.key).not.toBe(first.key)
    expect([second.shown, other.shown]).toEqual(['two', 'three'])
  })

  test('does not replace the draft of another zone', async () => {
    const mine = await preview('mine', { source: zone('mine') })
    const other = await preview('notmine', { source: zone('other'), 'preview.key': mine.key })
    expect(other.key).not.toBe(mine.key)
    expect((await visit.send(mine.url.replace('/mine?', '/notmine?'))).status).toBe(404)
  })

  test('shows the last draft while the JSON has an error, and says so', async () => {
    const { key } = await preview('broken', { source: zone('whole') })
    const broken = await preview('broken', { source: '{', 'preview.key': key })
    expect(broken.shown).toBe('whole')
    expect(broken.page).toContain('The JSON has an error, so the preview does not show your last change.')
  })

  test('shows the content of a creative whose conditions have an error', async () => {
    const { shown } = await preview('halfway/creatives/new', {
      'content.widget': 'share',
      'content.headline': 'Hi',
      'when.data': '{',
    })
    expect(JSON.parse(shown).headline).toBe('Hi')
  })

  test.each<[Record<string, string>, string, string]>([
    [{}, '<html lang="en" dir="ltr" data-scheme="system">', '{}'],
    ...Object.entries({ ar: 'rtl', he: 'rtl', es: 'ltr', fr: 'ltr', ja: 'ltr', 'pt-BR': 'ltr' }).map(
      ([language, direction]): [Record<string, string>, string, string] => [
        { 'preview.language': language },
        `<html lang="${language}" dir="${direction}" data-scheme="system">`,
        '{}',
      ],
    ),
    [
      { 'preview.language': 'de', 'preview.direction': 'rtl', 'preview.scheme': 'dark' },
      '<html lang="de" dir="rtl" data-scheme="dark">',
      JSON.stringify(toTheme(seedTheme, 'dark')),
    ],
    [{ 'preview.language': '"><b>', 'preview.scheme': 'x' }, '<html lang="en" dir="ltr" data-scheme="system">', '{}'],
  ])('with %j has a page of this look', async (look, html, theme) => {
    const { frame } = await preview('look', { source: zone('x'), ...look })
    expect(frame).toContain(html)
    expect(frame).toContain(`theme="${theme.replaceAll('"', '&quot;')}"`)
  })

  test('is in the language of the creative, and keeps its look when the zone is saved', async () => {
    const french = JSON.stringify({ creatives: [{ when: { locale: 'fr-CA' }, type: 'text', content: 'oui' }] })
    await edit('french', french, 'draft')
    expect(previewsIn(await pageOf('/zones/french?creative=0'))[0]).toContain('language=fr')
    const saved = await edit('french', french, 'draft', { 'preview.scheme': 'dark', 'preview.width': 'phone' })
    const page = await user.read(saved.headers.get('Location')!)
    expect(previewsIn(page)[0]).toContain('scheme=dark')
    expect(page).toMatch(/value="phone" checked/)
  })

  test('of a draft that nobody has changed for a day is deleted', async () => {
    const { url } = await preview('olddraft', { source: zone('old') })
    const { url: fresh } = await preview('newdraft', { source: zone('new') })
    const setAge = (name: string, age: string) =>
      visit.rows('update zone_drafts set changed_at = $2::timestamptz - $3::interval where zone_name = $1', [
        ...[name, new Date(visit.now), age],
      ])
    await setAge('olddraft', '24 hours')
    await setAge('newdraft', '23:59:59')
    await deleteOldDrafts(visit.platform.db, visit.now)
    expect((await visit.send(url)).status).toBe(404)
    expect((await visit.send(fresh)).status).toBe(200)
  })

  test('requires the preview key', async () => {
    expect((await visit.send('/preview/guessed/product')).status).toBe(404)
    const [url] = previewsIn(await pageOf('/zones/product'))
    const other = await edit('other', zone('x'), 'draft')
    expect(other.status).toBe(303)
    expect((await visit.send(url!.replace('/product?', '/other?'))).status).toBe(404)
  })
})
