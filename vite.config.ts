import { rm } from 'node:fs/promises'
import { minify } from 'terser'
import type { LibraryFormats, Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

/** The hashed name each script-tag file got in this build. */
const hashedNames = new Map<string, string>()

const rememberNames: Plugin = {
  name: 'remember-hashed-names',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.isEntry) hashedNames.set(`rewards-${file.name}.js`, file.fileName)
  },
}

/** In the script-tag build what is fetched later comes from beside the script, by its hashed name, so that a page never mixes versions. */
const besideTheScript: Plugin = {
  name: 'beside-the-script',
  enforce: 'pre',
  resolveId(source, importer) {
    return /^\.\.?\/chunks\.js$/.test(source) ? this.resolve(source.replace('chunks', 'chunks.script'), importer) : null
  },
  transform(code, id) {
    if (!id.endsWith('chunks.script.ts')) return null
    return code.replace(/rewards-\w+\.js/g, name => hashedNames.get(name) ?? this.error(`${name} is not built yet`))
  },
}

/** After the bundler, which leaves the white space in a library; two hundred bytes better than its own minifier, too. */
const minifyWell: Plugin = {
  name: 'minify-well',
  enforce: 'post',
  async generateBundle({ format }, files) {
    const compress = {
      passes: 3,
      unsafe_arrows: true,
      pure_getters: true,
      unsafe: true,
      unsafe_methods: true,
      inline: 1,
    }
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      const options = { ecma: 2020, module: format === 'es', compress, format: { comments: false } } as const
      file.code = (await minify(file.code, options)).code!
    }
  },
}

/** One build of the three. */
const bundle = (
  formats: LibraryFormats[],
  entry: Record<string, string>,
  rolldownOptions: Rolldown.RolldownOptions,
) => ({
  consumer: 'client' as const,
  build: { lib: { entry, formats, name: 'rewards' }, rolldownOptions },
})

/**
 * What the script tag loads by itself: ES modules with their content's hash in their names. Each is a build of its own, so that none
 * waits for a second file with the few lines that two of them share.
 */
const CHUNKS = {
  widgets: 'widgets/index.ts',
  resources: 'src/resources/index.ts',
  events: 'src/outbox/index.ts',
  identity: 'src/identity.ts',
  verify: 'src/verify.ts',
  share: 'src/share.ts',
  consent: 'src/consent/index.ts',
}

const chunk = (name: string, entry: string) =>
  bundle(
    ['es'],
    { [name]: entry },
    {
      // The widgets' entry carries what its parts share with it: one fetch less.
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: 'rewards-[name]-[hash:6].js', chunkFileNames: 'rewards-[name]-[hash:6].js' },
    },
  )

const test = (name: string, include: string[], environment = 'node') => ({
  extends: true as const,
  test: { name, include, environment },
})

export default defineConfig({
  publicDir: false,
  // A library here as well: else Vite wraps each import() in a preloader of style sheets, 1.1 kB of it.
  build: { target: 'es2022', minify: false, cssMinify: true, outDir: 'dist', emptyOutDir: false, lib: { entry: {} } },
  environments: {
    ...Object.fromEntries(Object.entries(CHUNKS).map(([name, entry]) => [name, chunk(name, entry)])),
    /** The script tag. */
    script: bundle(['iife'], { rewards: 'src/script.ts' }, { output: { entryFileNames: '[name].js' } }),
    /** The npm package: modules for a bundler, which minifies; the dependencies stay imports. */
    package: bundle(
      ['es'],
      { index: 'src/index.ts', widgets: 'widgets/index.ts' },
      {
        external: /^(preact|zod|jose)(\/|$)/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'modules/[name]-[hash].js' },
      },
    ),
  },
  builder: {
    // One config for the three, so that the names of the first build reach the second.
    sharedConfigBuild: true,
    async buildApp(builder) {
      await rm('dist', { recursive: true, force: true })
      for (const name of [...Object.keys(CHUNKS), 'script', 'package']) await builder.build(builder.environments[name]!)
    },
  },
  plugins: [
    { ...rememberNames, applyToEnvironment: ({ name }) => name in CHUNKS },
    { ...besideTheScript, applyToEnvironment: ({ name }) => name === 'script' },
    { ...minifyWell, applyToEnvironment: ({ name }) => name !== 'package' },
  ],
  test: {
    projects: [
      test('node', ['test/{src,demo,fixtures,package}/**/*.test.ts']),
      test('dom', ['test/widgets/**/*.test.{ts,tsx}'], 'happy-dom'),
      test('e2e', ['test/e2e/**/*.test.ts']),
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
