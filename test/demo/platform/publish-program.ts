// Adds programs to the campaign of production.

import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { readProgram } from '../../../demo/platform/campaign/read-program.js'
import { demo } from '../../../demo/platform/index.js'
import { type SeedProgramName, seedProgram } from '../../../demo/platform/setup/seed-programs/index.js'
import type { Visit } from './use-platform.js'

/** Adds a version with a valid program. Returns its number. */
export async function saveProgram(visit: Visit, source: string, action: 'draft' | 'publish'): Promise<number> {
  const { errors } = readProgram(source)
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'))
  return addVersion(visit.platform, {
    program: source,
    editorId: demo.marketerId,
    message: 'A test',
    publish: action === 'publish',
    at: new Date(visit.now),
  })
}

/** Publishes one of the programs to start from. */
export const publishSeed = (visit: Visit, name: SeedProgramName) => saveProgram(visit, seedProgram(name), 'publish')

/** Publishes a program with these fields. */
export const publishProgram = (visit: Visit, fields: object) =>
  saveProgram(visit, JSON.stringify({ name: 'A test', label: 'a-test', ...fields }), 'publish')
