// @vitest-environment jsdom
// jsdom has no layout: neither observers, nor modal dialogs, nor constructed style sheets.

import { afterEach, expect, test } from 'vitest'
import { createRewards, type Rewards, type RewardsError } from '../../src/index.js'
import { createTestPlatform, fixtures, type ZoneContent } from '../../testing/index.js'
import '../../widgets/index.js'

const { consumer, html: _, ...widgets } = fixtures
const zones: [widget: string, ZoneContent][] = Object.values(widgets).map(content => [content.widget, content])

const errors: RewardsError[] = []
let rewards: Rewards | undefined

/** Draws a zone of a verified consumer. */
async function show(content: ZoneContent) {
  errors.length = 0
  const { options } = createTestPlatform({ zones: { fixture: content }, consumer })
  const runtime = createRewards(options)
  rewards = runtime
  runtime.addEventListener('error', ({ detail }) => errors.push(detail))
  await runtime.recognize()
  document.body.innerHTML = `<rewards-zone name="fixture" loading="lazy" theme='{"accent":"#0b6b3a"}'></rewards-zone>`
  const element = document.querySelector('rewards-zone')!
  await new Promise(resolve => element.addEventListener('load', resolve))
  return element
}

afterEach(() => {
  rewards?.destroy()
  document.body.replaceChildren()
})

test('jsdom is the environment', () => {
  expect(navigator.userAgent).toContain('jsdom')
  expect(globalThis).not.toHaveProperty('IntersectionObserver')
})

test.each(zones)('%s is drawn without an error', async (_, content) => {
  const element = await show(content)
  await expect.poll(() => element.shadowRoot!.querySelector('[part~=skeleton]')).toBeNull()
  expect(element.shadowRoot!.querySelector('[part~=failed]')).toBeNull()
  expect(element.shadowRoot!.textContent).not.toBe('')
  expect(errors).toEqual([])
})

test('a dialog opens, without being modal', async () => {
  const element = await show(fixtures.cta)
  element.shadowRoot!.querySelector('button')!.click()
  await expect
    .poll(() => document.querySelector('dialog') ?? element.shadowRoot!.querySelector('dialog'))
    .toMatchObject({ open: true })
  expect(errors).toEqual([])
})
