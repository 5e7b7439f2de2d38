import { readFile } from 'node:fs/promises'

/** How many of the kernel's units are a second, on every Linux. */
const UNITS = 100

/** The seconds of processor time that a process and its children have taken, those that have ended included. Only on Linux. */
export async function processorTime(pid) {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const own = await Promise.all([pid, ...children].map(each => unitsOf(each)))
  return own.reduce((sum, units) => sum + units, await unitsOf(pid, ENDED)) / UNITS
}

/** Where the process itself and its ended children are among the numbers behind the name. */
const OWN = [11, 12]
const ENDED = [13, 14]

async function unitsOf(pid, places = OWN) {
  // A child may have ended since: then it counts among those that have.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const numbers = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return places.reduce((sum, place) => sum + (Number(numbers[place]) || 0), 0)
}
