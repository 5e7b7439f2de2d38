import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { LibraryFormats, Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node'
import { SOON } from './test/soon.js'

/** Where what the script tag fetches later is built, until all of it is there and names the folder. */
const CHUNKS_FOLDER = 'rewards-chunks'

/** The folder's name for good: it carries the hash of all that is in it. */
let release = ''

/** One folder a build, so that a page never mixes versions, and what a browser has fetched it may keep for ever. */
async function nameRelease() {
  const folder = join('dist', CHUNKS_FOLDER)
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)))
  release = `rewards-${hash.digest('hex').slice(0, 8)}`
  await rename(folder, join('dist', release))
}

/** The script tag loads its modules from the folder of its own release. */
const nameReleaseInScript: Plugin = {
  name: 'name-release-in-script',
  transform: (code, id) => (id.endsWith('loaders.script.ts') ? code.replace(CHUNKS_FOLDER, release) : null),
}

/** Where the views find what the element has brought. */
const SHARED = 'globalThis[Symbol.for(new URL(".", import.meta.url).href)]'

/**
 * The views use the Preact and the kit of the element, which comes with `widgets.js` or with `rewards-zones.js`. So they do not import them
 * from one of the two: the element puts them under the address of the release's folder, and the views take them from there.
 */
const shareWithViews: Plugin = {
  name: 'share-with-views',
  renderChunk(code, { fileName }) {
    if (!fileName.endsWith('/widgets.js'))
      return code.replace(
        /^import \{(.*)\} from "\.\/widgets\.js";$/m,
        (_, names: string) => `const {${names.replaceAll(' as ', ': ')}} = ${SHARED};`,
      )
    return code
      .replace(
        /^export \{(.*)\};$/m,
        (_, names: string) => `const beside = path => new URL(path, import.meta.url).href;
${SHARED} ??= {${names.replace(/(\S+) as (\w+)/g, '$2: $1')}};`,
      )
      .replaceAll(/import\(("\.\/[\w.-]+")\)/g, 'import(beside($1))')
  },
}

/** `rewards-zones.js` carries the `widgets.js` of the release, which is a classic script there and has no address of its own. */
const carryWidgets: Plugin = {
  name: 'carry-widgets',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.endsWith('src/loaders.zones.ts') && id.endsWith('widgets/index.js')
      ? resolve('dist', release, 'widgets.js')
      : null,
  transform: (code, id) =>
    id.endsWith(`${release}/widgets.js`)
      ? `import { addressOf } from '${resolve('src/loaders.script.js')}'\n${code.replaceAll('import.meta.url', 'addressOf("widgets")')}`
      : null,
}

/** The page around an HTML creative, as it is: a stable name beside the script. */
const creativeShell: Plugin = {
  name: 'creative-shell',
  async generateBundle() {
    const source = await readFile('widgets/creative/rewards-creative.html', 'utf8')
    this.emitFile({ type: 'asset', fileName: 'rewards-creative.html', source })
  },
}

/** One build of many. */
const bundle = (
  formats: LibraryFormats[],
  entry: Record<string, string>,
  rolldownOptions: Rolldown.RolldownOptions,
) => ({
  consumer: 'client' as const,
  // That minifying takes the most of a build's time is no news.
  build: {
    lib: { entry, formats, name: 'rewards' },
    rolldownOptions: {
      checks: { pluginTimings: false },
      ...rolldownOptions,
      output: { minify: true, ...(rolldownOptions.output as object) },
    },
  },
})

/**
 * What the script tag loads by itself: ES modules. Each is a build of its own, so that none waits for a second file with the few lines
 * that two of them share.
 */
const CHUNKS = {
  widgets: 'widgets/index.ts',
  resources: 'src/resources/index.ts',
  events: 'src/outbox/index.ts',
  identity: 'src/session/identity.ts',
  verify: 'src/session/jwt.ts',
  share: 'src/share.ts',
  native: 'src/native/shell.ts',
  tcf: 'src/consent/tcf.ts',
  gpp: 'src/consent/gpp.ts',
  gcm: 'src/consent/gcm.ts',
  gpc: 'src/consent/gpc.ts',
}

/** Tree-shaking annotations are for bundlers. No bundler reads the files of the script tag. */
const NO_ANNOTATIONS = { annotation: false }

const chunk = (name: string, entry: string) =>
  bundle(
    ['es'],
    { [name]: entry },
    {
      // The widgets' entry carries all that it needs, and lends its parts what they share with it: one fetch less.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: `${CHUNKS_FOLDER}/[name].js`,
        chunkFileNames: `${CHUNKS_FOLDER}/[name].js`,
        comments: NO_ANNOTATIONS,
        codeSplitting: { groups: [{ name, tags: ['$initial'] }] },
      },
    },
  )

const PLATFORM = 'test/demo/platform/**/*.test.ts'
/** They start whole programs, or look into what is built. */
const COMMANDS = ['test/demo/start.test.ts', 'test/package/**/*.test.ts', 'test/gallery/start.test.ts']

/** The comment at the top of a test file that chooses its environment. */
const ENVIRONMENT = /^\/\/ @vitest-environment/

/**
 * Test files that need a process of their own: a page in which `<rewards-zone>` is not defined yet, no page at all, or a page without the
 * cookies and listeners of other tests. Those in `test/src` say so by the comment that chooses their environment.
 */
const ALONE = ['test/widgets/index.test.ts', 'test/widgets/server.test.ts', ...filesWithEnvironment('test/src')]

function filesWithEnvironment(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.test.ts'))
  return names.map(name => `${folder}/${name}`).filter(path => ENVIRONMENT.test(readFileSync(path, 'utf8')))
}

/** The fault matrix waits most of its time: what begins with it can run beside it. */
const FIRST_PROJECT = 'faults'

/**
 * Files of one project run one after the other. A process goes on with the next file only if that is of the same project; otherwise Vitest
 * starts a new process, which loads all code again.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const groups = new Map<string, TestSpecification[]>([[FIRST_PROJECT, []]])
    for (const file of await super.sort(files)) {
      const { name } = file.project
      groups.set(name, [...(groups.get(name) ?? []), file])
    }
    return [...groups.values()].flat()
  }
}

const test = (name: string, include: string[], options: ProjectConfig = {}) => ({
  extends: true as const,
  test: { name, include, ...options },
})

export default defineConfig({
  publicDir: false,
  // A library here as well: else Vite wraps each import() in a preloader of style sheets, 1.1 kB of it.
  build: { target: 'es2022', minify: false, cssMinify: true, outDir: 'dist', emptyOutDir: false, lib: { entry: {} } },
  environments: {
    ...Object.fromEntries(Object.entries(CHUNKS).map(([name, entry]) => [name, chunk(name, entry)])),
    /** The script tag. */
    script: bundle(
      ['iife'],
      { rewards: 'src/script.ts' },
      { output: { entryFileNames: '[name].js', comments: NO_ANNOTATIONS } },
    ),
    /** The script tag, with the widgets in the same file. */
    zones: bundle(
      ['iife'],
      { 'rewards-zones': 'src/zones.ts' },
      { output: { entryFileNames: '[name].js', comments: NO_ANNOTATIONS, codeSplitting: false } },
    ),
    /** The npm package: modules for a bundler, which minifies; the dependencies stay imports. */
    package: bundle(
      ['es'],
      { index: 'src/index.ts', widgets: 'widgets/index.ts' },
      {
        external: /^(preact|zod|jose|lean-qr)(\/|$)/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'modules/[name]-[hash].js' },
      },
    ),
  },
  builder: {
    // One config for all of them, so that the release's name reaches the script.
    sharedConfigBuild: true,
    async buildApp(builder) {
      await rm('dist', { recursive: true, force: true })
      const build = (name: string) => builder.build(builder.environments[name]!)
      for (const name of Object.keys(CHUNKS)) await build(name)
      await nameRelease()
      await build('script')
      await build('zones')
      await build('package')
    },
  },
  plugins: [
    { ...creativeShell, applyToEnvironment: ({ name }) => name === 'script' },
    { ...nameReleaseInScript, applyToEnvironment: ({ name }) => name === 'script' || name === 'zones' },
    { ...shareWithViews, applyToEnvironment: ({ name }) => name === 'widgets' },
    { ...carryWidgets, applyToEnvironment: ({ name }) => name === 'zones' },
  ],
  test: {
    // The same fonts on every machine, in every browser that a test starts.
    env: { FONTCONFIG_FILE: resolve('test/fonts.conf') },
    projects: [
      // One process for many files: loading the code, PostgreSQL and the browsers anew for each would take longer than the tests.
      test('node', ['test/{src,demo,fixtures}/**/*.test.ts'], {
        exclude: [PLATFORM, ...COMMANDS, ...ALONE],
        isolate: false,
      }),
      test('commands', COMMANDS, { isolate: false }),
      test('platform', [PLATFORM], { isolate: false }),
      test('dom', ['test/widgets/**/*.test.{ts,tsx}'], {
        exclude: ALONE,
        environment: 'happy-dom',
        setupFiles: ['test/widgets/patience.ts', 'test/widgets/new-page.ts'],
        isolate: false,
      }),
      test('alone', ALONE, { environment: 'happy-dom' }),
      test('e2e', ['test/{e2e,gallery}/**/*.test.ts'], { exclude: COMMANDS, isolate: false }),
      test('faults', ['test/faults/**/*.test.ts'], { isolate: false }),
    ],
    // More than there are cores on a small machine: a test in a browser often waits.
    maxWorkers: 3,
    // PostgreSQL is WebAssembly: to optimise it takes a process longer than all queries of its tests, which are no faster then.
    execArgv: ['--liftoff-only'],
    sequence: { sequencer: ByProject },
    // A time-out is for what hangs, not for what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: SOON },
  },
})
