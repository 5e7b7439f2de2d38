// The code of the task about tests in AGENTS.md, with the paths of this repository. test/e2e/agents-page.test.ts runs that of the other tasks.

import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import '../../widgets/index.js'

test('the page shows the share widget and tracks a purchase', async () => {
  const platform = createTestPlatform({ zones: { share_experience: fixtures.share } })
  const rewards = createRewards(platform.options)
  rewards.mount(document.body, 'share_experience')
  const zone = document.querySelector('rewards-zone')!
  await vi.waitFor(() => expect(zone.shadowRoot!.textContent).toContain('Give 20, get 20'))
  await rewards.track('purchase', { cart_value: 48 }, { id: 'J-1906' })
  expect(platform.events.at(-1)).toMatchObject({ name: 'purchase', data: { cart_value: 48 } })
  rewards.destroy()
})

test('the code above is the code of AGENTS.md', () => {
  const own = readFileSync('test/widgets/agents-page.test.ts', 'utf8')
    .replaceAll('../../src/index.js', 'rewards-web-sdk')
    .replaceAll(/..\/..\/(\w+)\/index.js/g, 'rewards-web-sdk/$1')
  const [, code = ''] = /^## 10\. .*?```ts\n(.*?)```/ms.exec(readFileSync('AGENTS.md', 'utf8')) ?? []
  const [imports, body] = code.replace(/^\/\/.*\n/, '').split(/\n(?=test\()/)
  expect(own).toContain(body)
  for (const line of imports!.trim().split('\n')) expect(own).toContain(line)
})
