import { checkReferences } from './check-references.js'
import { type Program, program } from './program.js'
import { readSource, type SourceResult } from './read-source.js'

const checkedProgram = program.superRefine(checkReferences)

/** Parses the JSON source of a program. */
export const readProgram = (source: string): SourceResult<Program> => readSource(source, checkedProgram, 'program')
