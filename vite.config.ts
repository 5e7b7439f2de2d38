import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { minify } from '@swc/core'
import MagicString from 'magic-string'
import { defineConfig, type LibraryFormats, type Plugin, type Rolldown } from 'vite'
import { compressRelease } from './build/compress-release.js'
import { buildLazyFiles, nameLazyFiles } from './build/element-and-views.js'
import { NOTICE, reportOf, writeLicenses } from './build/licenses.js'
import { CHUNKS_FOLDER, completeRelease, nameChunks, RELEASE } from './build/release-folder.js'
import { readFromList } from './build/shared-code.js'

// The bundles are for production, whatever the shell says: in development, JSX becomes calls that the views' list of shared names lacks.
process.env.NODE_ENV = 'production'

/** The folder of the modules of the script tag, as soon as they are built. */
let chunksFolder = ''

/** The files beside the folder of the build contain its name. */
const nameBuild: Plugin = {
  name: 'name-build',
  transform(code, id) {
    if (!id.endsWith('src/base/build.ts')) return null
    const named = new MagicString(code).replace('rewards-chunks', chunksFolder)
    return { code: named.toString(), map: named.generateMap({ hires: true }) }
  },
}

/** The builds of the files of the script tag. */
const SCRIPT_TAG = ['script', 'widgets', 'namedWidgets', 'pinnedWidgets', 'views']

/** As long as the hash of a build, so that the source map stays right. */
const HASH_STAND_IN = 'zzzzzzzz'

/** Minifies the files of the script tag: after brotli, they are 3 percent smaller than by the minifier of Vite. */
const minifyScriptTag: Plugin = {
  name: 'minify-script-tag',
  async renderChunk(code, _chunk, { format }) {
    // The minifier names variables by how often each letter occurs. With a constant in the place of the hash, the size does not depend on the hash.
    const hash = chunksFolder.split('/').at(-1)
    const { code: minified, map } = await minify(hash ? code.replaceAll(hash, HASH_STAND_IN) : code, {
      module: format === 'es',
      ecma: 2022,
      compress: { passes: 3 },
      format: { comments: false },
      mangle: true,
      sourceMap: true,
    })
    return { code: hash ? minified.replaceAll(HASH_STAND_IN, hash) : minified, map: map! }
  },
}

/** The entries of this package that the entries for frameworks import, and their sources. */
const NAMES = {
  [resolve('src/index.ts')]: 'rewards-web-sdk',
  [resolve('widgets/index.ts')]: 'rewards-web-sdk/widgets',
  [resolve('widgets/headless/index.ts')]: 'rewards-web-sdk/headless',
}

/** Imports the entries of this package by name, instead of copying them. */
const importPackage: Plugin = {
  name: 'import-package',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const entry = NAMES[resolve(dirname(importer), id.replace(/\.js$/, '.ts'))]
    return entry && importer.includes('/frameworks/') ? { id: entry, external: true, moduleSideEffects: true } : null
  },
}

/** Copies the page around an HTML creative beside the script. Its name never changes. */
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
  build: {
    lib: { entry, formats, name: 'rewards' },
    sourcemap: true,
    license: { fileName: reportOf(Object.keys(entry)[0]!, formats[0]!) },
    rolldownOptions: {
      // The bundler would report that minifying takes most of the time.
      checks: { pluginTimings: false },
      // Numbers and names that several modules share need no exchange between files then.
      optimization: { inlineConst: true },
      ...rolldownOptions,
      output: { minify: true, postBanner, ...(rolldownOptions.output as object) },
    },
  },
})

/** The entries of the npm package, by the name of their file. */
const PACKAGE_ENTRIES = { index: 'src/index.ts', widgets: 'widgets/index.ts', testing: 'testing/index.ts' }

/** The notice at the top of each file that contains code of another package. */
const postBanner = ({ moduleIds }: Rolldown.RenderedChunk) =>
  moduleIds.some(id => id.includes('/node_modules/')) ? NOTICE : ''

/**
 * Chrome compiles all functions of a file with this comment while the file arrives, instead of each when it is first called. On a slow phone, this
 * takes a fifth off the script time until the first widget. For files whose functions a page needs at once.
 * https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_AT_ONCE = { postBanner: ['//# allFunctionsCalledOnLoad', NOTICE].join('\n') }

/** The modules of the script tag. Each has its own build: lines that two modules share would otherwise become a file that both wait for. */
const CHUNKS = {
  codes: 'src/error/error-code.ts',
  resources: 'src/resources/index.ts',
  personal: 'src/resources/personal-data.ts',
  events: 'src/outbox/index.ts',
  identity: 'src/session/identity.ts',
  verify: 'src/session/jwt.ts',
  share: 'src/page/share.ts',
  native: 'src/native/shell.ts',
  diagnostics: 'src/diagnostics/index.script.ts',
  tcf: 'src/consent/tcf.ts',
  gpp: 'src/consent/gpp.ts',
  gcm: 'src/consent/gcm.ts',
  gpc: 'src/consent/gpc.ts',
  runtime: 'src/demo-runtime.script.ts',
  inspector: 'debug/script.ts',
}

/** The files of the script tag are minified by a plugin. */
const UNMINIFIED = { minify: false }

/**
 * What several lazy parts share is one file: as files of their own, parts of a few hundred bytes would each cost a request. Larger parts stay
 * apart.
 */
const SMALL_PARTS = { name: 'kit', minShareCount: 2, maxModuleSize: 2_800 }

/**
 * The npm package has one module for all that the runtime needs at once, and one for the element. A bundler makes a file of every module that is
 * needed at once and also by lazy parts, and a browser fetches at most six files of a host at a time. The entries stay apart: only they
 * have side effects.
 */
const MODULE_GROUPS = [
  // Of the early zones, an app needs only what the element does.
  {
    name: 'runtime',
    test: /\/src\/(?!index\.ts|kernel\/early-zone\.ts|base\/is-near\.ts)/,
    tags: ['$initial' as const],
  },
  { name: 'element', test: /\/widgets\/(?!index\.ts)|\/kernel\/early-zone\.ts/, tags: ['$initial' as const] },
  // The widgets use a part of it, which otherwise every other lazy module would load.
  { name: 'diagnostics', test: /\/src\/diagnostics\// },
  // Apart from those of the widgets: a page that only tracks must not load the element because of a few shared lines.
  { ...SMALL_PARTS, name: 'shared', test: /\/src\// },
  // The demo of an app without widgets needs a part of the testing kit, which must not bring the widgets.
  { ...SMALL_PARTS, test: /^(?!.*\/testing\/)/ },
]

/** The dependencies of the package, which stay imports: the bundler of the app resolves and minifies them. */
const DEPENDENCIES = /^(preact|zod|jose|js-cookie|lean-qr)(\/|$)/

/**
 * An entry with a build of its own: the widgets without their markup, which the module of the element would otherwise contain, and the inspector. For
 * `require()`, the build contains its dependencies.
 */
const apart = (name: string, entry: string, format: LibraryFormats, external: RegExp[], folder = '') =>
  bundle(
    [format],
    { [name]: entry },
    { external, output: { entryFileNames: `${folder}[name].js`, chunkFileNames: `${folder}modules/[name]-[hash].js` } },
  )

/** The builds of the entries for frameworks. */
const FRAMEWORK_BUILDS = ['react', 'reactCommonjs', 'vue', 'vueCommonjs', 'svelte']

interface FrameworkOptions {
  format?: LibraryFormats
  folder?: string
  /** Further entries, by the name of their file. */
  entries?: Record<string, string>
  banner?: Rolldown.OutputOptions['banner']
}

/** For Next.js, which runs the rest of an app on the server only. */
const USE_CLIENT = ({ isEntry }: Rolldown.RenderedChunk) => (isEntry ? "'use client';" : '')

/**
 * The entry for a framework imports the package as an app does: a page must have one runtime, and one element. The component of a zone has a
 * file of its own: only that imports the element. An app that uses no such component then contains no widgets.
 */
const framework = (
  name: string,
  external: RegExp,
  { format = 'es', folder = '', entries = {}, banner = '' }: FrameworkOptions = {},
) =>
  bundle(
    [format],
    { [name]: `frameworks/${name}/index.ts`, ...entries },
    {
      external,
      output: {
        banner,
        entryFileNames: `${folder}[name].js`,
        chunkFileNames: `${folder}modules/[name]-[hash].js`,
        codeSplitting: {
          groups: [
            { name: `${name}-composables`, test: /\/frameworks\/(?!\w+\/(index|rewards-zone|behaviors)\.ts)/ },
            { name: `${name}-behaviors`, test: /\/frameworks\/\w+\/behaviors\.ts$/ },
            { name: `${name}-zone`, test: /\/frameworks\/\w+\/rewards-zone\.ts$/ },
          ],
        },
      },
    },
  )

/** The builds of the element for the script tag, and where each finds the folder of the build. */
const PATHS_TO_BUILD: Record<string, () => string> = {
  widgets: () => './',
  namedWidgets: () => `./${chunksFolder}/`,
  pinnedWidgets: () => `./${chunksFolder.replace(`${RELEASE}/`, '')}/`,
}

/** Reading the list of what a file shares with others has no effect: names that a file does not use are left out. */
const LIST_IS_PURE = { propertyReadSideEffects: false } as const

const element = (entryFileNames: string, name = 'rewards-widgets') =>
  bundle(['es'], { [name]: 'widgets/script.ts' }, { output: { entryFileNames, ...UNMINIFIED, ...COMPILE_AT_ONCE } })

const chunk = (name: string, entry: string) =>
  bundle(
    ['es'],
    { [name]: entry },
    {
      treeshake: LIST_IS_PURE,
      output: {
        entryFileNames: `${CHUNKS_FOLDER}/[name].js`,
        chunkFileNames: `${CHUNKS_FOLDER}/[name].js`,
        ...UNMINIFIED,
        codeSplitting: false,
      },
    },
  )

/** The command of the package: one file for Node, with the packages that it needs. */
const doctor = {
  ...bundle(['es'], { doctor: 'doctor/index.ts' }, { external: /^node:/, output: { entryFileNames: '[name].js' } }),
  consumer: 'server' as const,
  resolve: { noExternal: true as const },
}

export default defineConfig({
  publicDir: false,
  /** JSX becomes calls of `widgets/jsx-runtime.ts`. */
  oxc: { jsx: { importSource: resolve('widgets') } },
  // In library mode, Vite does not wrap each import() in its preloader of style sheets (1.1 kB).
  build: { target: 'es2022', minify: false, cssMinify: true, outDir: 'dist', emptyOutDir: false, lib: { entry: {} } },
  environments: {
    ...Object.fromEntries(Object.entries(CHUNKS).map(([name, entry]) => [name, chunk(name, entry)])),
    /** The script tag. */
    script: bundle(
      ['iife'],
      { rewards: 'src/script.ts' },
      { output: { entryFileNames: '[name].js', ...UNMINIFIED, ...COMPILE_AT_ONCE } },
    ),
    /** The element for the script tag: in the folder of its build, and at two addresses that a page may name. */
    widgets: element(`${CHUNKS_FOLDER}/widgets.js`, 'widgets'),
    namedWidgets: element('rewards-widgets.js'),
    pinnedWidgets: element(`${RELEASE}/rewards-widgets.js`),
    /** The files that the element loads later. */
    views: bundle(
      ['es'],
      { reports: 'widgets/reports.ts' },
      {
        treeshake: LIST_IS_PURE,
        output: {
          entryFileNames: `${CHUNKS_FOLDER}/[name].js`,
          chunkFileNames: `${CHUNKS_FOLDER}/[name].js`,
          ...UNMINIFIED,
          codeSplitting: { groups: [SMALL_PARTS] },
        },
      },
    ),
    doctor,
    /** The npm package: modules for a bundler, which minifies; the dependencies stay imports. */
    package: bundle(['es'], PACKAGE_ENTRIES, {
      external: DEPENDENCIES,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'modules/[name]-[hash].js',
        codeSplitting: { groups: MODULE_GROUPS },
      },
    }),
    /**
     * The npm package for `require()`, as in Jest. It contains the dependencies: jose has no CommonJS build, and Jest's environment jsdom finds
     * only Preact's ES modules.
     */
    commonjs: bundle(['cjs'], PACKAGE_ENTRIES, {
      output: {
        entryFileNames: 'commonjs/[name].js',
        chunkFileNames: 'commonjs/modules/[name]-[hash].js',
        codeSplitting: { groups: MODULE_GROUPS },
      },
    }),
    headless: apart('headless', 'widgets/headless/index.ts', 'es', [DEPENDENCIES]),
    headlessCommonjs: apart('headless', 'widgets/headless/index.ts', 'cjs', [], 'commonjs/'),
    debug: apart('debug', 'debug/index.ts', 'es', [DEPENDENCIES]),
    debugCommonjs: apart('debug', 'debug/index.ts', 'cjs', [], 'commonjs/'),
    react: framework('react', /^react$/, { banner: USE_CLIENT }),
    reactCommonjs: framework('react', /^react$/, { banner: USE_CLIENT, format: 'cjs', folder: 'commonjs/' }),
    vue: framework('vue', /^vue$/),
    vueCommonjs: framework('vue', /^vue$/, { format: 'cjs', folder: 'commonjs/' }),
    svelte: framework('svelte', /^svelte(\/|$)|\.svelte$/, {
      entries: { 'svelte-zone': 'frameworks/svelte/svelte-zone.ts' },
    }),
  },
  builder: {
    // All builds share one config, so that the script gets the name of the release.
    sharedConfigBuild: true,
    async buildApp(builder) {
      await rm('dist', { recursive: true, force: true })
      const build = (name: string) => builder.build(builder.environments[name]!)
      for (const name of Object.keys(CHUNKS)) await build(name)
      await build('widgets')
      await build('views')
      chunksFolder = await nameChunks()
      for (const name of ['script', 'namedWidgets', 'pinnedWidgets']) await build(name)
      await build('doctor')
      await build('package')
      await build('commonjs')
      for (const name of ['headless', 'headlessCommonjs', 'debug', 'debugCommonjs', ...FRAMEWORK_BUILDS])
        await build(name)
      await copyFile('frameworks/svelte/RewardsZone.svelte', 'dist/RewardsZone.svelte')
      await completeRelease()
      await compressRelease()
      await writeLicenses()
      // Node reads the files of this folder as CommonJS. Its types belong to CommonJS, too.
      await writeFile('dist/commonjs/package.json', '{ "type": "commonjs" }\n')
    },
  },
  plugins: [
    {
      ...minifyScriptTag,
      applyToEnvironment: ({ name }) => SCRIPT_TAG.includes(name) || Object.hasOwn(CHUNKS, name),
    },
    { ...creativeShell, applyToEnvironment: ({ name }) => name === 'script' },
    { ...nameBuild, applyToEnvironment: ({ name }) => name === 'script' || /^(named|pinned)Widgets$/.test(name) },
    {
      ...nameLazyFiles(environment => PATHS_TO_BUILD[environment]!()),
      applyToEnvironment: ({ name }) => Object.hasOwn(PATHS_TO_BUILD, name),
    },
    { ...buildLazyFiles, applyToEnvironment: ({ name }) => name === 'views' },
    {
      ...readFromList('widgets/shared.ts', { suffix: '', isOneFile: false }),
      applyToEnvironment: ({ name }) => name === 'views',
    },
    {
      ...readFromList('src/kernel/shared.ts', { suffix: '/kernel', isOneFile: true }),
      applyToEnvironment: ({ name }) => Object.hasOwn(CHUNKS, name),
    },
    { ...importPackage, applyToEnvironment: ({ name }) => FRAMEWORK_BUILDS.includes(name) },
  ],
})
