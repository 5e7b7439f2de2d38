import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../chromium.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()
let browser: Browser

// The headless shell has no autofill.
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** What the browser knows of the visitor, by its own names for the types of fields. */
const ADDRESS = {
  NAME_FIRST: 'Ada',
  NAME_LAST: 'Lovelace',
  EMAIL_ADDRESS: 'ada@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+14155552671',
  ADDRESS_HOME_CITY: 'Berlin',
  ADDRESS_HOME_ZIP: '10115',
  ADDRESS_HOME_COUNTRY: 'DE',
}

const FORM = {
  widget: 'form',
  submit_text: 'Join',
  event: 'registration',
  fields: [
    { type: 'text', name: 'first_name', label: 'First name', required: true },
    { type: 'text', name: 'last_name', label: 'Last name' },
    { type: 'email', name: 'email', label: 'Email', required: true },
    { type: 'phone', name: 'phone', label: 'Phone' },
    { type: 'text', name: 'city', label: 'City' },
    { type: 'text', name: 'postal_code', label: 'Postal code' },
  ],
}

/** The `Autofill` domain is an experimental one, which Playwright has no types for. */
interface AutofillSession {
  send(method: string, params?: object): Promise<{ result: { objectId: string }; node: { backendNodeId: number } }>
}

test('a form is filled in by the browser, and sends what it shows', async () => {
  const page = await (await browser.newContext()).newPage()
  await fillZones(page, visit.demo, { form: FORM })
  await openBarePage(page, visit.demo, { body: '<rewards-zone name="form"></rewards-zone>' })
  await page.getByLabel('First name').click()
  const session = (await page.context().newCDPSession(page)) as unknown as AutofillSession
  const expression = `document.querySelector('rewards-zone').shadowRoot.activeElement`
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId })
  const fields = Object.entries(ADDRESS).map(([name, value]) => ({ name, value }))
  await session.send('Autofill.enable')
  await session.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } })
  await expect.poll(() => page.getByLabel('Postal code').inputValue(), SOON).toBe('10115')
  const [sent] = await Promise.all([
    page.waitForRequest(request => /"registration"/.test(request.postData() ?? '')),
    page.getByRole('button', { name: 'Join' }).click(),
  ])
  expect(sent.postDataJSON().data).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: '+14155552671',
    city: 'Berlin',
    postal_code: '10115',
  })
})
