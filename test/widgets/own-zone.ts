// Zones whose content is private, on the local platform.

import type { Consumer, Data } from '../../src/index.js'
import { proofOf } from '../proof.js'
import type { LocalPlatform } from './local-platform.js'
import { inside, placed } from './page.js'
import { publish } from './published.js'

interface OwnZoneOptions {
  /** The level of the consumer who sees the zone. */
  level?: Consumer['level']
  email?: string
  data?: Data
}

let count = 0

/** Shows a zone with `content` to a new consumer of this level. */
export async function showOwn({ platform, rewards }: LocalPlatform, content: object, options: OwnZoneOptions = {}) {
  const name = `own_${++count}`
  const { level = 'verified', email = `somebody-${count}@example.com`, data = {} } = options
  await publish(platform, name, content)
  if (level === 'identified') await rewards.identify({ email })
  if (level === 'verified') await rewards.verify(await proofOf({ email }))
  const errors: string[] = []
  rewards.addEventListener('error', ({ detail }) => errors.push(detail.code))
  const actions: Record<string, unknown>[] = []
  const element = await placed({ name, rewards, data })
  element.addEventListener('rewards:action', event => {
    const { zone: _, ...action } = (event as CustomEvent).detail
    actions.push(action)
  })
  return { element, root: element.shadowRoot!, view: inside(element), actions, errors, email }
}
