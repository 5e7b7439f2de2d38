import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { HARMLESS_NAMES, HARMLESS_PURPOSES, SECRET_NAMES, SECRET_PURPOSES } from '../secret-fields.js'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

const dataOf = async (name: string, id: string) => {
  const rows = await visit.demo.platform.db.query<{ data: Record<string, unknown> }>(
    'select data from events where event_name = $1 and partner_event_id = $2',
    [name, id],
  )
  return rows.map(({ data }) => data)
}

const ready = (page: Page) => page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.track)

/** Leaves for another page of the shop, as a form or a link does. */
const open = async (body: string) => {
  const { page, complaints } = await visit.newVisitor()
  await page.route(`${visit.demo.origins.shop}/next**`, route =>
    route.fulfill({ contentType: 'text/html', body: '<title>Next</title>' }),
  )
  await openBarePage(page, visit.demo, { before: LISTEN, body })
  await ready(page)
  // From its first answer on the program lets the browser keep what waits.
  await page.evaluate(() => Reflect.get(globalThis, 'rewards').zone('terms'))
  /** The page that comes next delivers what this one could not. */
  const later = async () => {
    await page.waitForURL('**/next**')
    await page.goto(visit.demo.origins.shop)
  }
  return { page, complaints, later }
}

describe('a form with an event', () => {
  const fields = `
    <input name="first_name" value="Grace"><input name="email" type="email" value="EMAIL">
    <input name="password" type="password" value="planted-secret"><input name="card" autocomplete="cc-number" value="planted-secret">
    <input name="shown" autocomplete="current-password" value="planted-secret"><input name="paid" autocomplete="billing CC-Number" value="planted-secret">
    <input name="csrf" type="hidden" value="planted-secret"><input name="file" type="file">
    <input name="news" type="checkbox" value="weekly" checked><input name="ads" type="checkbox" value="planted-secret">
    <input name="code" autocomplete="one-time-code" value="planted-secret"><input name="key" autocomplete="username WebAuthn" value="planted-secret">
    <input name="newPassword" value="planted-secret"><input name="card_number" value="planted-secret"><input name="cvc" value="planted-secret">
    <input name="password" value="planted-secret"><secret-field name="custom"></secret-field>
    ${['dataset', 'elements', 'submit', 'action', 'id', 'attributes', 'matches', 'getAttribute'].map(name => `<input name="${name}">`).join('')}
    <select name="size"><option>S</option><option selected>M</option></select><input name="last_name" value="">
    <input name="topics" type="checkbox" value="roses" checked><input name="topics" type="checkbox" value="pinks">
    <input name="topics" type="checkbox" value="ferns" checked>
    <button name="plan" value="gold">Join</button><button name="plan" value="silver">Try</button>`

  test('is tracked when it is submitted and the page leaves, with the visitor’s fields and nothing else', async () => {
    const [id, email] = [randomUUID(), `${randomUUID()}@example.com`]
    const { page, later } = await open(
      `<form id="joining" action="/next" data-rewards-event="register" data-rewards-id="${id}" data-rewards-data='{"source":"footer"}'>
        ${fields.replace('EMAIL', email)}<input name="source" value="What the page says precedes"></form>
        <script nonce="bare">
          // A custom element may submit under any name, and the page's own code may add to what is sent.
          customElements.define('secret-field', class extends HTMLElement {
            static formAssociated = true
            connectedCallback() {
              const values = new FormData()
              values.set('planted', 'planted-secret')
              this.attachInternals().setFormValue(values)
            }
          })
          document.forms.joining.addEventListener('formdata', ({ formData }) => formData.set('token', 'planted-secret'))
        </script><input form="joining" name="apart" type="password" value="planted-secret">`,
    )
    // Playwright's own click reads the form, whose fields hide its members.
    await page.evaluate(() => document.querySelector('button')!.click())
    await later()
    await expect.poll(() => dataOf('register', id)).toHaveLength(1)
    const [data] = await dataOf('register', id)
    expect(data).toMatchObject({ first_name: 'Grace', email, news: 'weekly', size: 'M', source: 'footer' })
    // A name with several values has all of them, and the button is the one that was pressed.
    expect(data).toMatchObject({ topics: ['roses', 'ferns'], plan: 'gold' })
    expect(Object.keys(data!).sort()).toEqual(
      ['email', 'first_name', 'news', 'partner_event_id', 'plan', 'size', 'source', 'topics'].sort(),
    )
  })

  test('sends and stores no field whose name or purpose is a secret, in whatever spelling, and every other field', async () => {
    const id = randomUUID()
    const inputs = (names: string[], value: string) =>
      names.map(name => `<input name="${name}" value="${value}">`).join('')
    const purposes = (kind: string, purposes: string[], value: string) =>
      purposes
        .map((purpose, index) => `<input name="${kind}${index}" autocomplete="${purpose}" value="${value}">`)
        .join('')
    const harmless = [...HARMLESS_NAMES, ...HARMLESS_PURPOSES.map((_, index) => `useful${index}`)]
    const { page } = await open(
      `<form data-rewards-event="register" data-rewards-id="${id}">
         ${inputs(SECRET_NAMES, 'planted-secret')}${inputs(HARMLESS_NAMES, 'harmless')}
         ${purposes('private', SECRET_PURPOSES, 'planted-secret')}${purposes('useful', HARMLESS_PURPOSES, 'harmless')}<button>Join</button></form>
       <script nonce="bare">document.forms[0].addEventListener('submit', event => event.preventDefault())</script>`,
    )
    // The journal is written in the task of the submission.
    const journal = await page.evaluate(() => {
      document.querySelector('button')!.click()
      return JSON.stringify(localStorage)
    })
    expect(journal).toContain('harmless')
    await expect.poll(() => dataOf('register', id)).toHaveLength(1)
    const [data] = await dataOf('register', id)
    const names = Object.keys(data!).filter(name => name !== 'partner_event_id')
    expect(names.sort()).toEqual(harmless.sort())
    expect(journal).not.toContain('planted-secret')
  })

  test('is tracked once if the page prevents the submission', async () => {
    const id = randomUUID()
    const { page } = await open(
      `<form data-rewards-event="register" data-rewards-id="${id}"><button>Join</button></form>
       <script nonce="bare">document.forms[0].addEventListener('submit', event => event.preventDefault())</script>`,
    )
    await page.getByRole('button', { name: 'Join' }).click()
    await expect.poll(() => dataOf('register', id)).toHaveLength(1)
    await page.evaluate(() => Reflect.get(globalThis, 'rewards').flush())
    expect(await dataOf('register', id)).toHaveLength(1)
  })
})

describe('a link with an event', () => {
  test('is tracked when its content is clicked and the page leaves', async () => {
    const id = randomUUID()
    const { page, later } = await open(
      `<a href="/next" data-rewards-event="lookbook_opened" data-rewards-id="${id}"><b>Look</b></a>`,
    )
    await page.getByText('Look').click()
    await later()
    await expect.poll(() => dataOf('lookbook_opened', id)).toHaveLength(1)
  })

  test.each(['[1]', '"text"', '7'])('with the data %s, which is no object, is reported', async data => {
    const { page, complaints } = await open(
      `<a href="#there" data-rewards-event="seen" data-rewards-data='${data}'>Look</a>`,
    )
    await page.getByText('Look').click()
    await expect.poll(() => heard(page)).toEqual(['invalid_argument'])
    expect(complaints).toEqual([])
  })

  test('with data that is not JSON is reported, and the link works', async () => {
    const { page, complaints } = await open(
      `<a href="#there" data-rewards-event="lookbook_opened" data-rewards-data="{">Look</a>`,
    )
    await page.getByText('Look').click()
    await expect.poll(() => heard(page)).toEqual(['invalid_argument'])
    expect(page.url()).toMatch(/#there$/)
    expect(complaints).toEqual([])
  })
})
