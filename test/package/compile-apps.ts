// Type-checks apps of customers with the oldest and the newest TypeScript.

import { readFileSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Ended, InstalledPackage } from './installed-package.js'

export interface App {
  /** Files of `test/package/types`. */
  files?: string[]
  /** Other files, and their texts. */
  texts?: Record<string, string>
  /** Checks only the code of the app. Other apps with the same options check the declarations, which takes most of the time. */
  skipsDeclarations?: boolean
  /** The framework of its JSX. */
  jsxImportSource?: string
  /** The package of the types of React; by default, those of the newest version. */
  react?: string
  /** The framework's own types need a DOM that is newer than the one of the oldest compiler. */
  needsNewDom?: boolean
}

export type ModuleResolution = 'bundler' | 'node16'

/** An app with one of the ways in which it may find its modules. */
export interface Project {
  name: string
  app: App
  moduleResolution: ModuleResolution
}

export interface Compiler {
  version: string
  /** The command, followed by the configurations of all projects: one process loads the declarations that they share once. */
  command: string[]
}

export interface Compiled extends Ended {
  /** The errors that the compiler prints for a project: an empty text if there are none, `undefined` if the compiler skipped the project. */
  errorsOf(name: string, moduleResolution: ModuleResolution): string | undefined
}

const require = createRequire(import.meta.url)

const NEWEST_MANIFEST = require.resolve('typescript/package.json')

/**
 * The compiler that the analyzer of custom elements depends on. As a dependency of this project, an old compiler would compete with the newest for
 * the command `tsc`.
 */
const OLDEST_MANIFEST = createRequire(require.resolve('@custom-elements-manifest/analyzer/cem.js')).resolve(
  'typescript/package.json',
)

const versionIn = (manifest: string): string => JSON.parse(readFileSync(manifest, 'utf8')).version

/** The oldest supported compiler. */
export const OLDEST: Compiler = {
  version: versionIn(OLDEST_MANIFEST),
  command: [resolve('test/package/oldest-compiler.js'), OLDEST_MANIFEST],
}

/** By default, this compiler checks four projects at a time, each with four checkers, of which each resolves the shared types again. */
const FEW_CHECKERS = ['--builders', '2', '--checkers', '1']

export const NEWEST: Compiler = {
  version: versionIn(NEWEST_MANIFEST),
  command: [join(NEWEST_MANIFEST, '../bin/tsc'), '--build', '--verbose', '--pretty', 'false', ...FEW_CHECKERS],
}

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

/** Compiles each project as an app of its own. */
export async function compileApps(
  installed: InstalledPackage,
  compiler: Compiler,
  projects: Project[],
): Promise<Compiled> {
  const configOf = (name: string, moduleResolution: ModuleResolution) =>
    `${name.replace(/\W+/g, '-')}/${moduleResolution}.${compiler.version}.json`
  const configs = projects.map(({ name, moduleResolution }) => configOf(name, moduleResolution))
  for (const [index, project] of projects.entries())
    await writeProject(join(installed.app, configs[index]!), compiler, project)
  const ended = await installed.run('node', ...compiler.command, ...configs)
  const errors = readErrors(ended.stdout)
  return { ...ended, errorsOf: (name, moduleResolution) => errors.get(configOf(name, moduleResolution)) }
}

async function writeProject(config: string, compiler: Compiler, { app, moduleResolution }: Project) {
  const folder = dirname(config)
  await mkdir(folder, { recursive: true })
  const { files = [], texts = {} } = app
  for (const name of files) await copyFile(`test/package/types/${name}`, join(folder, name))
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  const compilerOptions = optionsOf(compiler, app, moduleResolution)
  await writeFile(config, JSON.stringify({ compilerOptions, files: [...files, ...Object.keys(texts)] }))
}

function optionsOf(compiler: Compiler, app: App, moduleResolution: ModuleResolution) {
  const { skipsDeclarations, jsxImportSource, react, needsNewDom } = app
  const types = resolve('node_modules', react ?? '@types/react')
  const paths = { react: [types], 'react/jsx-runtime': [`${types}/jsx-runtime`] }
  return {
    ...OPTIONS,
    skipLibCheck: Boolean(skipsDeclarations || (needsNewDom && compiler === OLDEST)),
    module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    moduleResolution,
    ...(jsxImportSource && { jsx: 'react-jsx', jsxImportSource }),
    ...(react && { paths }),
  }
}

/** Reads the errors of each project from the output of `tsc --build --verbose`. */
function readErrors(stdout: string) {
  const [, ...parts] = stdout.replace(/^.* - Project '.*\n/gm, '').split(/^.*Building project '(.+)'\.\.\.$/m)
  const errors = new Map<string, string>()
  for (let index = 0; index < parts.length; index += 2) errors.set(parts[index]!, parts[index + 1]!.trim())
  return errors
}
