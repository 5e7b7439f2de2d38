import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const MEGABYTE = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The megabytes that this process holds in memory, without garbage. */
export function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}
