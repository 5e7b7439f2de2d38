import { readFileSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../demo/platform/index.js'
import manifest from '../../package.json' with { type: 'json' }
import { bundle } from '../bundle.js'
import { type InstalledPackage, installPackage } from './installed-package.js'

/** Makes Node like its older versions, and like Jest: `require()` of an ES module throws. */
const NO_ESM = '--no-experimental-require-module'

let installed: InstalledPackage

/** An export of the package: the type declarations and the script for each way to load it. */
type Door = Record<'import' | 'module-sync' | 'require', Record<'types' | 'default', string>>

const exported = Object.entries<object | string>(manifest.exports)
/** An app compiles the component for Svelte, so bundlers load this export, as an ES module. Node cannot. */
const COMPILED = './svelte'

/** What apps import: all other exports with a script. */
const doors = exported
  .filter(([path]) => path !== COMPILED)
  .filter(([, target]) => JSON.stringify(target).includes('.js"'))
  .map(([path, target]) => [path.replace('.', manifest.name), target as Door] as const)
const doorNames = doors.map(([name]) => name)

beforeAll(async () => {
  installed = await installPackage()
  for (const name of ['react', 'vue'])
    await symlink(resolve('node_modules', name), join(installed.app, 'node_modules', name), 'dir')
}, 120_000)
afterAll(() => installed?.remove())

describe('the content of the package', () => {
  test('is the build and the documents, and nothing else', () => {
    const others = [...installed.files.keys()].filter(path => !/^(dist\/.*|[A-Z]+(\.md)?|package\.json)$/.test(path))
    expect(others).toEqual([])
  })

  test('has the documents a customer looks for', () => {
    const papers = [...installed.files.keys()].filter(path => /^[A-Z]+(\.md)?$/.test(path))
    expect(papers.sort()).toEqual(['AGENTS.md', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'])
  })

  test('is scripts with their source maps, types, data for editors, integrity.json and licenses.txt', () => {
    const built = [...installed.files.keys()].filter(path => path.startsWith('dist/'))
    expect(built.length).toBeGreaterThan(10)
    expect(
      built.filter(path => !/(\.js|\.js\.map|\.svelte|\.html|\.d\.ts|\/[\w.-]+\.json|\/licenses\.txt)$/.test(path)),
    ).toEqual([])
  })

  test('contains no path of the build machine, and no token or secret', () => {
    const secrets = [resolve('.'), '/home/', demo.serverToken, demo.jwtKey.secret]
    const token = /Bearer [\w.-]{8,}|\beyJ[\w-]{8,}\.|PRIVATE KEY/
    for (const [name, path] of installed.files) {
      const text = readFileSync(path, 'utf8')
      expect(
        secrets.filter(secret => text.includes(secret)),
        name,
      ).toEqual([])
      expect(text, name).not.toMatch(token)
    }
  })
})

describe('the exports of the package', () => {
  test.each(doors)('of %s are the same in ES modules and in CommonJS', async (name, door) => {
    expect(Object.keys(door)).toEqual(['import', 'module-sync', 'require'])
    expect(door['module-sync']).toEqual(door.import)
    await installed.write('exports.js', `console.log(Object.keys(await import('${name}')).sort().join())`)
    await installed.write('exports.cjs', `console.log(Object.keys(require('${name}')).sort().join())`)
    const esm = await installed.run('node', 'exports.js')
    expect(esm).toMatchObject({ code: 0, stderr: '' })
    expect(await installed.run('node', NO_ESM, 'exports.cjs')).toEqual(esm)
  })
})

test('only entries and manifests can be imported from the package by name', async () => {
  const paths = ['dist/index.js', 'dist/rewards.js', 'integrity.json', 'web-types.json', 'package.json']
  await installed.write(
    'inner.js',
    `for (const path of ${JSON.stringify(paths)})
      try { console.log(Boolean(import.meta.resolve('rewards-web-sdk/' + path))) } catch ({ code }) { console.log(code) }`,
  )
  const { stdout } = await installed.run('node', 'inner.js')
  const CLOSED = 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  expect(stdout.trim().split('\n')).toEqual([CLOSED, CLOSED, 'true', 'true', 'true'])
})

test('the package passes publint', async () => {
  const { buffer } = await readFile(installed.tarball)
  expect((await publint({ pack: { tarball: buffer as ArrayBuffer } })).messages).toEqual([])
})

describe('the package in Node without a window', () => {
  /** What a module prints when it is run in the app, as JSON. */
  async function printed(module: string) {
    await installed.write('run.js', module)
    const { code, stdout, stderr } = await installed.run('node', 'run.js')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }
  // Vue itself sets globals when it is imported.
  const WATCHING = `
    await import('vue')
    const before = Reflect.ownKeys(globalThis)
    let calls = 0
    globalThis.fetch = async () => { calls++; throw new TypeError() }
    const effects = () => ({ calls, globals: Reflect.ownKeys(globalThis).filter(key => !before.includes(key)).map(String) })`

  test.each(doorNames)('has no effect when %s is imported', async door => {
    const effects = await printed(`${WATCHING}
      await import('${door}')
      console.log(JSON.stringify(effects()))`)
    expect(effects).toEqual({ calls: 0, globals: [] })
  })

  test.each([
    'https://share.brand.com',
    '/rewards',
  ])('creates a runtime for the domain %s without a known consumer', async domain => {
    const { consumer, ...effects } = await printed(`${WATCHING}
      const { createRewards } = await import('rewards-web-sdk')
      const { consumer } = createRewards({ domain: '${domain}' })
      console.log(JSON.stringify({ consumer, ...effects() }))`)
    expect(consumer).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
    expect(effects).toEqual({ calls: 0, globals: [] })
  })
})

test('the command of the package runs, without a package beside it', async () => {
  const { code, stdout } = await installed.run('node', 'node_modules/.bin/rewards-web-sdk', '--help')
  expect(stdout).toContain('npx rewards-web-sdk doctor <page>')
  expect(code).toBe(0)
})

describe('the package in CommonJS', () => {
  test('loads each part with require(), where Node cannot require ES modules', async () => {
    await installed.write(
      'parts.cjs',
      `
      const { createRewards, RewardsError } = require('rewards-web-sdk')
      const { createTestPlatform, fixtures } = require('rewards-web-sdk/testing')
      const { RewardsZoneElement } = require('rewards-web-sdk/widgets')
      const platform = createTestPlatform({ zones: { share: fixtures.share }, consumer: { level: 'verified' } })
      const rewards = createRewards(platform.options)
      rewards.addEventListener('error', ({ detail }) => detail)
      async function main() {
        await rewards.track('purchase')
        const { data } = await rewards.zone('share')
        const profile = await rewards.profile.get()
        const failure = await rewards.shareables.get('').catch(error => error)
        // Not destroyed: a runtime that is idle lets the script end.
        console.log(JSON.stringify({
          event: platform.events[0].name,
          isZone: data.headline === fixtures.share.headline,
          hasProfile: 'email' in profile,
          isError: failure instanceof RewardsError,
          hasElement: typeof RewardsZoneElement === 'function',
        }))
      }
      main()`,
    )
    const { stdout, stderr } = await installed.run('node', NO_ESM, 'parts.cjs')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      event: 'purchase',
      isZone: true,
      hasProfile: true,
      isError: true,
      hasElement: true,
    })
  })

  // React, Vue and this package have CommonJS files.
  test('contains no import of an ES module', () => {
    const scripts = [...installed.files].filter(([name]) => /^dist\/commonjs\/.*\.js$/.test(name))
    expect(scripts.length).toBeGreaterThan(10)
    expect(
      scripts.filter(([, path]) =>
        /\bimport\(|\bimport\.meta\b|require\(["'`](?!\.|(react|vue)["'`]|rewards-web-sdk)/.test(
          readFileSync(path, 'utf8'),
        ),
      ),
    ).toEqual([])
  })

  test('is Node’s own ES module where Node can require it, so that an app never has two copies', async () => {
    await installed.write(
      'both.cjs',
      `
      const required = require('rewards-web-sdk')
      import('rewards-web-sdk').then(imported => console.log(required.RewardsError === imported.RewardsError))`,
    )
    expect(await installed.run('node', 'both.cjs')).toEqual({ code: 0, stdout: 'true\n', stderr: '' })
  })
})

describe('the package in a bundled app', () => {
  /** The modules of the chunk a page loads first, and of all that it imports statically. */
  async function firstLoad(app: string): Promise<string[]> {
    await installed.write('app.js', app)
    const chunks = await bundle({
      configFile: false,
      root: installed.app,
      build: { rolldownOptions: { input: resolve(installed.app, 'app.js') } },
    })
    const loaded = new Set(chunks.filter(chunk => chunk.isEntry))
    for (const { imports } of loaded)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
    return [...loaded].flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) =>
        renderedLength ? [id.replace(/^.*\/node_modules\//, '')] : [],
      ),
    )
  }

  test('that only tracks loads no code of widgets, resources, preact or zod at first', async () => {
    const modules = await firstLoad(`
      import { createRewards } from 'rewards-web-sdk'
      createRewards({ domain: '/rewards' }).track('page_viewed')`)
    expect(modules).toContain('rewards-web-sdk/dist/index.js')
    expect(modules.filter(id => /preact|zod|jose|widgets|view|resources/.test(id))).toEqual([])
  })

  test('that shows no widget loads no code of widgets later either', () => {
    const runtime = [...installed.files.keys()].find(path => path.startsWith('dist/modules/runtime-'))!
    const lazy = importsOf(runtime, 'import').filter(path => path !== 'dist/widgets.js')
    expect(lazy.length).toBeGreaterThan(5)
    const reached = new Set(lazy)
    for (const path of reached) for (const found of importsOf(path, 'from')) reached.add(found)
    expect([...reached].filter(path => /element-/.test(path))).toEqual([])
  })

  /** The files of the package that a file imports: statically, or by `import()`. */
  function importsOf(path: string, how: 'from' | 'import'): string[] {
    const text = readFileSync(installed.files.get(path)!, 'utf8')
    const found = text.matchAll(new RegExp(`\\b${how}\\(?["'\`](\\.[^"'\`]+)`, 'g'))
    return [...found].map(([, file]) => posix.join(posix.dirname(path), file!))
  }

  test('that imports a name and never uses it contains nothing of the SDK', async () => {
    const modules = await firstLoad("import { createRewards } from 'rewards-web-sdk'\nconsole.log(1)")
    expect(modules.filter(id => id.startsWith('rewards-web-sdk'))).toEqual([])
  })

  test('that imports the widgets for their effect keeps it', async () => {
    const modules = await firstLoad("import 'rewards-web-sdk/widgets'")
    expect(modules).toContain('rewards-web-sdk/dist/widgets.js')
    expect(modules.filter(id => id.startsWith('zod'))).toEqual([])
  })
})
