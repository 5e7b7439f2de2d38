import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { useReactApp } from './dev-server.js'

const app = useReactApp('demo/react')

/** How many zones were requested. */
const zones = () =>
  app.visit.demo.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/zones')).length

const field = (page: Page) => page.getByRole('textbox', { name: 'Your link' })

/** Opens the app. Warnings of React count as complaints. */
async function open(path = '/app/') {
  const visitor = await app.visit.newVisitor()
  visitor.page.on('console', message => {
    if (message.type() === 'warning') visitor.complaints.push(message.text())
  })
  await visitor.page.goto(app.origin + path)
  return visitor
}

test('in StrictMode, a zone is requested once, shown once, and shown again after the back button', async () => {
  const before = zones()
  const { page, complaints } = await open()
  await field(page).waitFor()
  const shown = async () => [await page.locator('rewards-zone').count(), await field(page).count(), zones() - before]
  expect(await shown()).toEqual([1, 1, 1])
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('anonymous').waitFor()
  expect(await page.locator('rewards-zone').count()).toBe(0)
  await page.goBack()
  await field(page).waitFor()
  expect(await shown()).toEqual([1, 1, 2])
  expect(complaints).toEqual([])
})

test('a component follows its zone’s events', async () => {
  const { page, context, complaints } = await open()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Thank you for sharing.').waitFor()
  expect(complaints).toEqual([])
})

test('a component follows the consumer, who identifies themselves and logs out', async () => {
  const { page, complaints } = await open('/app/you')
  await page.getByText('anonymous').waitFor()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Identify me' }).click()
  await page.getByText('ada-lovelace').waitFor()
  await page.getByText('identified', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('anonymous').waitFor()
  expect(await page.getByText('ada-lovelace').count()).toBe(0)
  await expect.poll(() => page.locator('dl').getAttribute('aria-busy'), SOON).toBe('false')
  expect(complaints).toEqual([])
})

test('a change of a component’s code keeps the zone, its runtime and the consumer', async () => {
  const { page, complaints } = await open()
  await field(page).waitFor()
  const before = zones()
  await page.evaluate(() => {
    const marked = {
      zone: document.querySelector('rewards-zone'),
      runtime: Reflect.get(globalThis, Symbol.for('rewards')),
    }
    Object.assign(globalThis, { marked })
  })
  const path = 'src/share-page.tsx'
  app.edit(path, readFileSync(`demo/react/${path}`, 'utf8').replace('Good things, shared', 'Good things, changed'))
  await page.getByRole('heading', { name: 'Good things, changed' }).waitFor()
  const kept = await page.evaluate(() => {
    const marked = Reflect.get(globalThis, 'marked')
    return [
      marked?.zone === document.querySelector('rewards-zone'),
      marked?.runtime === Reflect.get(globalThis, Symbol.for('rewards')),
    ]
  })
  expect([kept, await field(page).count(), zones() - before]).toEqual([[true, true], 1, 0])
  expect(complaints).toEqual([])
})

/** A page whose zone is hidden while a part beside it is loaded. The test says when that part arrives. */
const SUSPENDED_PAGE = `
import { lazy, Suspense, useState } from 'react'
import { RewardsZone } from 'rewards-web-sdk/react'

const Later = lazy(() => new Promise(resolve => {
  globalThis.arrive = () => resolve({ default: () => <p>Arrived</p> })
}))

export function SharePage() {
  const [hasMore, setMore] = useState(false)
  return (
    <Suspense fallback={<p>Waiting</p>}>
      <button type="button" onClick={() => setMore(true)}>More</button>
      <RewardsZone name="share_experience" data={{ labels: 'refer' }} />
      {hasMore && <Later />}
    </Suspense>
  )
}`

test('a zone that Suspense hides, and renders again with new objects, is not loaded again', async () => {
  app.edit('src/share-page.tsx', SUSPENDED_PAGE)
  const before = zones()
  const { page, complaints } = await open()
  await page.getByRole('button', { name: 'More' }).waitFor()
  await field(page).waitFor()
  const element = await page.locator('rewards-zone').elementHandle()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByText('Waiting').waitFor()
  expect(await field(page).isVisible()).toBe(false)
  await page.evaluate(() => (Reflect.get(globalThis, 'arrive') as () => void)())
  await page.getByText('Arrived').waitFor()
  await field(page).waitFor()
  expect(await element?.evaluate(zone => zone === document.querySelector('rewards-zone'))).toBe(true)
  expect(zones() - before).toBe(1)
  expect(complaints).toEqual([])
})
