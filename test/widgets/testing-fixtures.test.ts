import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards, type RewardsError } from '../../src/index.js'
import { createTestPlatform, fixtures, type TestConsumer, type ZoneContent } from '../../testing/index.js'
import { inside, placed } from './page.js'

const { consumer: _, html, ...widgets } = fixtures
const zones: [widget: string, ZoneContent][] = Object.values(widgets).map(content => [content.widget, content])

let runtime: Rewards | undefined
const errors: RewardsError[] = []

async function show(content: ZoneContent, consumer: TestConsumer = fixtures.consumer) {
  errors.length = 0
  const { options } = createTestPlatform({ zones: { fixture: content }, consumer })
  const rewards = createRewards(options)
  runtime = rewards
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  await rewards.recognize()
  return placed({ name: 'fixture', rewards })
}

afterEach(() => runtime?.destroy())

describe('the fixtures of the testing kit', () => {
  test('have content for every widget', () => {
    const source = readFileSync('widgets/find-view.ts', 'utf8')
    const names = [...source.matchAll(/^ {2}'?([\w-]+)'?: (?:async|\(\)|verifiedOnly)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    expect([...zones.map(([widget]) => widget), 'html'].sort()).toEqual(names.sort())
  })

  test.each([
    ...zones,
    ['html', html] as [string, ZoneContent],
  ])('%s: is drawn without an error', async (_, content) => {
    const element = await show(content)
    await expect.poll(() => element.shadowRoot!.querySelector('[part~=skeleton]')).toBeNull()
    expect(element.shadowRoot!.querySelector('[part~=failed]')).toBeNull()
    expect(element.shadowRoot!.childElementCount).toBeGreaterThan(0)
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test.each(zones)('%s: shows markup in its texts as it is written', async (widget, content) => {
    const markup = '<b>Give &amp; take</b>'
    const item = { ...fixtures.stats, title: markup, opens: { zone: 'other' } }
    const changed = { ...Object(content), headline: markup, text: markup, items: [item] }
    // A verified consumer has nothing to verify.
    const element = await show(changed, widget === 'verify' ? {} : fixtures.consumer)
    await expect.poll(() => element.shadowRoot!.textContent).toContain(markup)
  })

  test('share: has a link also for an anonymous consumer, who cannot create one', async () => {
    const element = await show(fixtures.share, {})
    expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', fixtures.share.shareable!.link)
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })
})
