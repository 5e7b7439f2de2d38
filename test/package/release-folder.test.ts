import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { requireBuild } from '../require-build.js'
import { importsIn } from './import-graph.js'

requireBuild()

const RELEASE = `rewards-${manifest.version}`
const SCRIPTS = ['rewards.js', 'rewards-widgets.js']

const read = (path: string) => readFileSync(join('dist', path), 'utf8')
const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
/** They only pass on what other files export, so that no line of theirs comes from a source: they have no source map. */
const FORWARDING_ENTRIES = ['react.js', 'testing.js', 'vue.js']
const FORWARDING = ['svelte-zone.js', ...FORWARDING_ENTRIES, ...FORWARDING_ENTRIES.map(path => `commonjs/${path}`)]
const nameOf = (path: string) => path.replace(/.*\//, '')
const scripts = files.filter(path => path.endsWith('.js') && !FORWARDING.includes(path))

describe('the folder of the release', () => {
  test('has the same rewards.js as the stable address', () => {
    expect(read(`${RELEASE}/rewards.js`)).toBe(read('rewards.js'))
  })

  test('has the files that each copy of the element loads later', () => {
    const copies = files.filter(path => /(^|\/)(rewards-)?widgets\.js$/.test(path) && /^rewards-/.test(path))
    expect(copies).toHaveLength(3)
    for (const path of copies) {
      const imported = importsIn(path, read(path)).map(specifier => join(dirname(path), specifier))
      expect(imported.length, path).toBeGreaterThan(20)
      expect(imported.filter(file => !files.includes(file))).toEqual([])
    }
  })

  test('has no second copy of what the element shares with its views, above all of Preact', () => {
    const [folder] = readdirSync(join('dist', RELEASE)).filter(name => !name.includes('.'))
    const sourcesOf = (name: string): string[] => JSON.parse(read(`${RELEASE}/${folder}/${name}.map`)).sources
    const ofElement = sourcesOf('widgets.js').filter(source => /node_modules|\/widgets\//.test(source))
    expect(ofElement.some(source => source.includes('preact'))).toBe(true)
    const views = files.filter(path => path.startsWith(`${RELEASE}/${folder}/`) && path.endsWith('.js')).map(nameOf)
    const copies = views
      // The inspector opens on pages without a zone, too: it has a Preact of its own.
      .filter(name => name !== 'widgets.js' && name !== 'inspector.js')
      .flatMap(name => sourcesOf(name).filter(source => ofElement.includes(source)))
    // Neither has a state: a function that the code for observers needs as well, and the table of translations, which the reports read.
    expect(copies.map(nameOf).sort()).toEqual(['find-messages.ts', 'start-observer.ts'])
  })

  test('has the modules in a folder that is named by their content', () => {
    const [folder, ...others] = readdirSync(join('dist', RELEASE)).filter(name => !name.includes('.'))
    expect(others).toEqual([])
    const hash = createHash('sha256')
    const modules = readdirSync(join('dist', RELEASE, folder!)).filter(name => name.endsWith('.js'))
    expect(modules).toContain('widgets.js')
    for (const name of modules.sort()) hash.update(name).update(read(`${RELEASE}/${folder}/${name}`))
    expect(hash.digest('hex').slice(0, 8)).toBe(folder)
    for (const name of SCRIPTS) expect(read(name)).toContain(`${RELEASE}/${folder}`)
  })
})

describe('what pages load', () => {
  const loaded = scripts.filter(path => SCRIPTS.includes(path) || path.startsWith(RELEASE))

  test('is there once more with brotli and with gzip', () => {
    expect(loaded.length).toBeGreaterThan(10)
    for (const path of [...loaded, 'rewards-creative.html']) {
      expect(brotliDecompressSync(readFileSync(join('dist', `${path}.br`))).toString(), path).toBe(read(path))
      expect(gunzipSync(readFileSync(join('dist', `${path}.gz`))).toString(), path).toBe(read(path))
    }
  })

  test('is in the npm package only as it is', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', '!dist/**/*.br', '!dist/**/*.gz']))
  })
})

describe('integrity.json', () => {
  test('names the version, and the hash of each script at its immutable address', () => {
    const hashOf = (path: string) => `sha384-${createHash('sha384').update(read(path)).digest('base64')}`
    const paths = SCRIPTS.map(name => `${RELEASE}/${name}`)
    expect(JSON.parse(read('integrity.json'))).toEqual({
      version: manifest.version,
      files: Object.fromEntries(paths.map(path => [path, hashOf(path)])),
    })
  })

  test('is in the folder of the release, too', () => {
    expect(read(`${RELEASE}/integrity.json`)).toBe(read('integrity.json'))
  })
})

describe('the source maps', () => {
  interface SourceMap {
    file: string
    sources: string[]
    sourcesContent: (string | null)[]
  }
  const mapOf = (script: string): SourceMap => JSON.parse(read(`${script}.map`))

  test('belong to a script, and every script names its map', () => {
    const maps = files.filter(path => path.endsWith('.map'))
    expect(maps.filter(path => !existsSync(join('dist', path.slice(0, -'.map'.length))))).toEqual([])
    const unmapped = scripts.filter(
      path =>
        !read(path)
          .trimEnd()
          .endsWith(`\n//# sourceMappingURL=${nameOf(path)}.map`),
    )
    expect(unmapped).toEqual([])
  })

  test('contain the sources, as they are in the repository, and no path of the build machine', () => {
    const seen = new Set<string>()
    for (const script of scripts.filter(path => !path.startsWith(`${RELEASE}/rewards`))) {
      const { sources, sourcesContent } = mapOf(script)
      for (const [index, source] of sources.entries()) {
        const path = join('dist', dirname(script), source)
        expect(path, `${source} in ${script}`).not.toMatch(/^(\/|\.\.)/)
        // Vite turns a style sheet into a module before the source map begins.
        if (!path.includes('.css')) expect(sourcesContent[index], path).toBe(readFileSync(path, 'utf8'))
        seen.add(path)
      }
    }
    expect(seen).toContain('src/kernel/connect.ts')
    expect(seen).toContain('widgets/share/share-view.tsx')
  })
})

describe('licenses.txt', () => {
  /** The packages whose code is in the scripts, by their source maps, with their folders: a package may have one of its own in its folder. */
  const bundled = new Map(
    scripts
      .flatMap(script => JSON.parse(read(`${script}.map`)).sources as string[])
      .flatMap(source => {
        const [, folder, name] = /(node_modules\/(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+))/.exec(source) ?? []
        return folder && name ? [[name, folder] as const] : []
      }),
  )

  test('has the license of each bundled package, and of no other', () => {
    expect([...bundled.keys()]).toContain('preact')
    const headings = [...read('licenses.txt').matchAll(/^--- (\S+) (\S+) \((\S+)\) ---$/gm)]
    expect(headings.map(([, name]) => name)).toEqual([...bundled.keys()].sort())
    for (const [, name, version] of headings) {
      const { version: installed } = JSON.parse(readFileSync(`${bundled.get(name!)}/package.json`, 'utf8'))
      expect(version, name).toBe(installed)
      expect(read('licenses.txt'), name).toContain(licenseOf(bundled.get(name!)!))
    }
  })

  test('is in the folder of the release, too', () => {
    expect(read(`${RELEASE}/licenses.txt`)).toBe(read('licenses.txt'))
  })

  test('is named by every script that contains code of a package', () => {
    const sources = (script: string): string[] => JSON.parse(read(`${script}.map`)).sources
    const foreign = scripts.filter(script => sources(script).some(source => source.includes('node_modules')))
    expect(foreign.length).toBeGreaterThan(5)
    const notice = `/*! rewards-web-sdk ${manifest.version} | licenses: ${RELEASE}/licenses.txt */`
    // In the line before, the files of the first widget say to Chrome when to compile them, and a command says what runs it.
    const codeOf = (script: string) => read(script).replace(/^(\/\/# |#!).*\n/, '')
    expect([...foreign, ...SCRIPTS].filter(script => !codeOf(script).startsWith(notice))).toEqual([])
  })

  function licenseOf(folder: string) {
    const file = readdirSync(folder).find(entry => /^licen[sc]e/i.test(entry))
    return readFileSync(join(folder, file!), 'utf8').trim()
  }
})
