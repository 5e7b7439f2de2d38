import { readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage } from './installed-package.js'

/**
 * Apps of customers, by their files. A line that must not compile has the directive `@ts-expect-error`, which is an error itself if the line
 * compiles.
 */
const APPS = [['core.ts', 'core.wrong.ts'], ['tracked-events.ts']]

/** The code in the documentation. Each block is an app. */
const BLOCKS = [...readFileSync('docs/typescript.md', 'utf8').matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code!,
)

const require = createRequire(import.meta.url)
const compilerOf = (parent: string) => createRequire(require.resolve(parent)).resolve('typescript/package.json')

const NEWEST = require.resolve('typescript/package.json')

/**
 * The oldest supported compiler, and the newest. The oldest is the one that the analyzer of custom elements depends on: as a dependency of
 * this project, it would compete with the newest for the command `tsc`.
 */
const COMPILERS = [
  ['5.4', compilerOf('@custom-elements-manifest/analyzer/cem.js')],
  ['7.0', NEWEST],
] as const

const SUCCESS = { code: 0, stdout: '', stderr: '' }

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
  for (const file of APPS.flat()) await copyFile(`test/package/types/${file}`, join(installed.app, file))
})
afterAll(() => installed?.remove())

/** Compiles files of the app. */
async function compile(manifest: string, moduleResolution: string, files: string[]) {
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
  const compilerOptions = { ...OPTIONS, module, moduleResolution }
  await installed.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  return installed.run('node', join(manifest, '../bin/tsc'), '-p', '.', '--pretty', 'false')
}

describe.each(COMPILERS)('with TypeScript %s', (version, manifest) => {
  test('is that version', () => {
    expect(JSON.parse(readFileSync(manifest, 'utf8')).version).toMatch(new RegExp(`^${version}\\.`))
  })

  describe.each(['bundler', 'node16'])('and moduleResolution %s', moduleResolution => {
    test.each(APPS.map(files => [files]))('%j compile, and their mistakes do not', async files => {
      expect(await compile(manifest, moduleResolution, files)).toEqual(SUCCESS)
    })
  })
})

test.each(BLOCKS)('the code of the page about TypeScript compiles: %#', async code => {
  await installed.write('block.tsx', code)
  expect(await compile(NEWEST, 'bundler', ['block.tsx'])).toEqual(SUCCESS)
})
