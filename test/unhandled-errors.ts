import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter } from 'vitest/node'

/** Names each error outside of every test, as the closing lines name the failed tests: the report as JSON has none of them. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]) {
    for (const error of errors) {
      const [first = ''] = error.message.split('\n')
      console.log(`failed: an error outside of every test: ${error.name}: ${first}${placeOf(error)}`)
    }
  }
}

/** Vitest says in which file it happened, and which test ran then, where it knows. */
function placeOf({ VITEST_TEST_PATH: path, VITEST_TEST_NAME: name }: SerializedError) {
  return typeof path === 'string' ? ` (${relative('.', path)}${name ? `: ${name}` : ''})` : ''
}
