import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Each fault is one change: the text `find`, which occurs once in `file`, becomes `replace`. `behavior` says what the project then does wrong, and
// `tests` are the files that should find it.
// When the code has changed and the text is gone, the fault is planted anew where the behavior is now.

/** The faults of all files of this folder. */
export function readFaults() {
  const names = readdirSync(import.meta.dirname).filter(name => name.endsWith('.json'))
  return names.flatMap(name => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
}

/** How often the text of a fault occurs in its file. */
export const countText = (root, { file, find }) => readFileSync(join(root, file), 'utf8').split(find).length - 1
