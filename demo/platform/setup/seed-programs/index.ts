import give20Get20 from './give-20-get-20.json?raw'
import partnerCode from './partner-code.json?raw'
import tiered from './tiered.json?raw'
import twoSided from './two-sided.json?raw'

/** The JSON sources of the programs to start from. The first one is that of the demo. */
const sources = { 'give-20-get-20': give20Get20, tiered, 'two-sided': twoSided, 'partner-code': partnerCode }

export type SeedProgramName = keyof typeof sources

export const seedProgramNames = Object.keys(sources) as SeedProgramName[]

/** The JSON source of a program. */
export const seedProgram = (name: SeedProgramName): string => sources[name]
