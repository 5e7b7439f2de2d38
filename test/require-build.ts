import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const DIST = join(import.meta.dirname, '../dist')

/** Throws if there is no build: tests in a browser run what is in `dist/`. */
export function requireBuild() {
  if (!existsSync(join(DIST, 'rewards.js'))) throw new Error('Nothing is built yet: npm run build')
}
