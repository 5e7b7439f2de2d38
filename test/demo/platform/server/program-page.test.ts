import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { seedProgram, seedProgramNames } from '../../../../demo/platform/store/seed-programs/index.js'
import { newestVersion, saveProgram } from '../publish-program.js'
import { type Call, codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, call)
const pageOf = async (path: string) => (await send(path)).text()
const program = (name: string) => JSON.stringify({ name, label: 'test', events: { [name]: 'renamed' } })

/** The name of the step that an event becomes. */
async function stepOf(event_name: string): Promise<string> {
  const token = await visit.identified('ann@example.com')
  await visit.send('/events', { token, json: { event_name, data: {} } })
  const [step] = await (await visit.send('/v4/me/steps', { token })).json()
  return step.step_name
}

describe('the page of the program', () => {
  test('shows the live program and the examples', async () => {
    const page = await pageOf('/program')
    expect(page).toContain('&quot;advocate-20&quot;')
    expect(page).toMatch(new RegExp(`>Live<.*by ${demo.marketerId}`, 's'))
    for (const name of seedProgramNames) expect(page).toContain(`href="/program?example=${name}"`)
    const example = await pageOf('/program?example=tiered')
    expect(example).toContain('&quot;three-friends&quot;')
    expect(await pageOf('/program?example=constructor')).toContain('&quot;advocate-20&quot;')
  })

  test('publishes a version, which applies to the next event, and zones stay as they are', async () => {
    const zone = async () => (await visit.send('/zones/terms', { json: {} })).text()
    const before = await zone()
    const response = await saveProgram(visit, program('published'))
    expect(await pageOf(response.headers.get('Location')!)).toMatch(/role="status">Version \d+ is live/)
    expect(await stepOf('published')).toBe('renamed')
    expect(await zone()).toBe(before)
  })

  test('saves a draft, which applies to nothing until it is published', async () => {
    const response = await saveProgram(visit, program('drafted'), 'draft')
    expect(await pageOf(response.headers.get('Location')!)).toMatch(/role="status">Version \d+ is saved as a draft/)
    expect(await stepOf('drafted')).toBe('drafted')
    await visit.rows('update campaign_versions set published_date = $1 where published_date is null', [
      new Date(visit.now),
    ])
    expect(await stepOf('drafted')).toBe('renamed')
  })

  test('shows an earlier version', async () => {
    expect(await pageOf('/program?version=1')).toMatch(/Version 1 \(JSON\).*&quot;advocate-20&quot;/s)
  })

  test.each([
    ['{"name":', 'line 1, column 9: expected a value'],
    ['{"name":"A <b>","label":7}', 'label: expected a string, got 7'],
  ])('shows %s again, with its errors', async (source, error) => {
    const before = await visit.rows('select 1 from campaign_versions')
    const response = await saveProgram(visit, source)
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain(`<li>${error.replaceAll('"', '&quot;')}</li>`)
    expect(page).toContain(`${source.replaceAll('"', '&quot;').replace('<b>', '&lt;b&gt;')}</textarea>`)
    expect(page).toContain('aria-invalid="true"')
    expect(await visit.rows('select 1 from campaign_versions')).toHaveLength(before.length)
  })

  test('does not replace a version that somebody else saved, without a warning', async () => {
    const newest = await newestVersion(visit)
    const [mine, theirs] = await Promise.all([
      saveProgram(visit, program('mine'), 'publish', newest),
      saveProgram(visit, program('theirs'), 'publish', newest),
    ])
    expect([mine.status, theirs.status].sort()).toEqual([303, 409])
    expect(await (mine.status === 409 ? mine : theirs).text()).toMatch(/role="alert">Not saved: somebody else saved/)
  })

  test('rejects a form of another site, and one that is incomplete', async () => {
    const form = { source: await seedProgram('tiered'), message: '', parent: '', newest: '', action: 'publish' }
    const forged = await send('/program', { origin: 'https://evil.example', form })
    expect([forged.status, await codeOf(forged)]).toEqual([403, 'access_denied'])
    const incomplete = await send('/program', { origin: server, form: { ...form, action: 'delete' } })
    expect([incomplete.status, await codeOf(incomplete)]).toEqual([400, 'binding_error'])
  })
})
