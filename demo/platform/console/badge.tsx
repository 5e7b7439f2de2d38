/** @jsxImportSource hono/jsx */
import { stateOf, words } from '../server/version-state.js'

type Version = Parameters<typeof stateOf>[0]

/** The state of a version: Live, Draft or Published earlier. */
export function Badge({ version, live }: { version: Version; live: Version | undefined }) {
  const state = stateOf(version, live)
  return <span class={`badge ${state}`}>{words[state]}</span>
}
