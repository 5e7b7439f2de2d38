import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** The warnings of the SDK in the console of a page, as they come. */
function warningsOf(page: Page) {
  const warnings: string[] = []
  page.on('console', message => {
    if (message.type() === 'warning' && message.text().startsWith('[rewards]')) warnings.push(message.text())
  })
  return warnings
}

async function open(options: Parameters<typeof openBarePage>[2]) {
  const { page, complaints } = await visit.newVisitor()
  const warnings = warningsOf(page)
  await openBarePage(page, visit.demo, options)
  return { page, complaints, warnings }
}

type Mistake = [name: string, page: NonNullable<Parameters<typeof openBarePage>[2]>, warning: RegExp]

const notJson = (name: string): Mistake => [
  `an attribute ${name} that is not JSON`,
  { body: `<rewards-zone name="share_experience" ${name}="{'a':1}"></rewards-zone>` },
  new RegExp(`invalid_argument: Zone "share_experience": ${name} must be a JSON object; got invalid JSON`),
]

const MISTAKES: Mistake[] = [
  ['a zone that does not exist', { body: '<rewards-zone name="heroo"></rewards-zone>' }, /no_creative: .*"heroo"/],
  ['a zone without a name', { body: '<rewards-zone></rewards-zone>' }, /missing_zone_name: /],
  [
    'a misspelt widget',
    { body: '<rewards-zone name="share_experience" widget="shar"></rewards-zone>' },
    /unsupported_content: .*"shar".*Its widgets are share, /,
  ],
  ...['data', 'theme', 'messages'].map(notJson),
  [
    'a program domain without a scheme',
    { attributes: 'data-domain="share.brand.com"' },
    /data-domain.*"share\.brand\.com"/,
  ],
  ['a misspelt consent', { attributes: 'data-consent="grant"' }, /data-consent.*"grant"/],
]

describe('a mistake on the page is written to the console:', () => {
  test.each(MISTAKES)('%s', async (_, options, pattern) => {
    const { warnings, complaints } = await open(options)
    await expect.poll(() => warnings).toEqual([expect.stringMatching(pattern)])
    expect(warnings[0]).toMatch(/ See https:\S+\/docs\/errors\.md#[a-z_]+$/)
    expect(complaints).toEqual([])
  })

  test('a const that hides the runtime, with data-debug', async () => {
    const { warnings } = await open({ before: 'const rewards = []', attributes: 'data-debug' })
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringContaining('invalid_argument: A const or let of the page hides window.rewards')])
  })

  test('data-rewards-event without a name', async () => {
    const { page, warnings } = await open({ body: '<button data-rewards-event>Join</button>' })
    await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
    await page.getByRole('button').click()
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringContaining('A <button> has data-rewards-event without the name of an event')])
  })

  test('data-rewards-data that is not JSON', async () => {
    const { page, warnings } = await open({
      body: `<button data-rewards-event="signup" data-rewards-data="{'plan':'gold'}">Join</button>`,
    })
    await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
    await page.getByRole('button').click()
    await expect.poll(() => warnings).toEqual([expect.stringMatching(/data-rewards-data of the event "signup"/)])
  })
})

test('a policy that does not allow the program domain is named, with the directive to change', async () => {
  const { page } = await visit.newVisitor()
  const warnings = warningsOf(page)
  const { program, shop } = visit.demo.origins
  await page.route(`${shop}/strict`, route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': `default-src 'self'; script-src ${program}` },
      body: `<!doctype html><script async src="${program}/rewards.js"></script><rewards-zone name="share_experience"></rewards-zone>`,
    }),
  )
  await page.goto(`${shop}/strict`)
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringContaining(`does not allow calls to ${program}. Add it to connect-src.`)])
  expect(warnings[0]).toContain('network_error: ')
})

test('a page that listens to errors has no warning', async () => {
  const { page, warnings } = await open({ before: LISTEN, body: '<rewards-zone></rewards-zone>' })
  await page.waitForFunction(() => Reflect.get(window, 'heard').length)
  expect(warnings).toEqual([])
})

describe('the script as a module', () => {
  test('of another origin loads its parts from its own folder', async () => {
    const { page, warnings, complaints } = await open({
      attributes: 'type="module"',
      body: '<rewards-zone name="share_experience"></rewards-zone>',
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await page.evaluate(() => (window.rewards as ScriptRewards).domain)).toBe(visit.demo.origins.program)
    expect(await page.evaluate(() => (window.rewards as ScriptRewards).track('register'))).toHaveProperty('event_id')
    expect([warnings, complaints]).toEqual([[], []])
  })

  test('that an inline module imports does not know the program domain, which is reported', async () => {
    const { page, warnings } = await open({
      scripts: 0,
      body: `<script type="module" nonce="bare">import '${visit.demo.origins.program}/rewards.js'</script>`,
    })
    await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
    await page.evaluate(() => (window.rewards as ScriptRewards).zone('share_experience').catch(() => {}))
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringMatching(/network_error: .*\/zones .*the options? `domain`/)])
  })
})
