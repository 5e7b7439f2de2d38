import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The programs to start from. The first one is that of the demo. */
export const seedProgramNames = ['give-20-get-20', 'tiered', 'two-sided', 'partner-code'] as const

export type SeedProgramName = (typeof seedProgramNames)[number]

/** The JSON source of a program. */
export const seedProgram = (name: SeedProgramName): Promise<string> =>
  readFile(join(import.meta.dirname, `${name}.json`), 'utf8')
