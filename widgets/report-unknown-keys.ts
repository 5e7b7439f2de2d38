import type { Rewards, Theme } from '../src/api.js'
import { findMessages } from './messages/find-messages.js'
import type { ZoneHost } from './view.js'

const THEME_KEYS: Record<keyof Theme, true> = {
  scheme: true,
  accent: true,
  accentText: true,
  text: true,
  surface: true,
  soft: true,
  line: true,
  radius: true,
  font: true,
  minHeight: true,
}

/** Reports keys of `theme` and `messages` that do not exist. */
export async function reportUnknownKeys(rewards: Rewards, host: ZoneHost): Promise<void> {
  // With `import()`: the file that lazy parts share would grow by a module that two of them import.
  const { describeUnknownKey } = await import('../src/describe-unknown-key.js')
  // A translation has the texts of all widgets in one file, and Arabic has every form of a plural.
  const messages = await findMessages(new Intl.Locale('ar'))
  if (!messages.lang) return // could not be loaded
  const known = { theme: Object.keys(THEME_KEYS), messages: Object.keys(messages) }
  for (const name of ['theme', 'messages'] as const)
    for (const key of Object.keys({ ...host[name] }))
      if (!known[name].includes(key))
        rewards.report?.('unknown_key', describeUnknownKey(`Zone "${host.name}": ${name}`, key, known[name]))
}
