import { rm } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The hashed name each script-tag file got in this build. */
const hashedNames = new Map<string, string>()

const rememberNames: Plugin = {
  name: 'remember-hashed-names',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.isEntry) hashedNames.set(`${file.name}.js`, file.fileName)
  },
}

/** In the script-tag build what is fetched later comes from beside the script, by its hashed name, so that a page never mixes versions. */
const besideTheScript: Plugin = {
  name: 'beside-the-script',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === './chunks.js' && importer) return this.resolve('./chunks.script.js', importer)
    return null
  },
  transform(code, id) {
    if (!id.endsWith('chunks.script.ts')) return null
    return code.replace(/rewards-\w+\.js/g, name => hashedNames.get(name) ?? this.error(`${name} is not built yet`))
  },
}

const output = { dir: 'dist', minify: true, comments: false } as const
const test = (name: string, include: string[], environment = 'node') => ({
  extends: true as const,
  test: { name, include, environment },
})

export default defineConfig({
  publicDir: false,
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: false, modulePreload: false, copyPublicDir: false },
  environments: {
    /** What the script tag loads by itself: ES modules with their content's hash in their names. */
    chunks: {
      consumer: 'client',
      build: {
        rolldownOptions: {
          input: {
            'rewards-widgets': 'widgets/index.ts',
            'rewards-resources': 'src/resources/index.ts',
            'rewards-identity': 'src/identity.ts', 'rewards-share': 'src/share.ts',
          },
          preserveEntrySignatures: 'strict',
          output: { ...output, entryFileNames: '[name]-[hash].js', chunkFileNames: 'rewards-[name]-[hash].js' },
        },
      },
    },
    /** The script tag. */
    script: {
      consumer: 'client',
      build: {
        rolldownOptions: {
          input: { rewards: 'src/script.ts' },
          output: { ...output, format: 'iife', entryFileNames: '[name].js' },
        },
      },
    },
    /** The npm package: modules for a bundler, which minifies; the dependencies stay imports. */
    package: {
      consumer: 'client',
      build: {
        minify: false,
        rolldownOptions: {
          input: { index: 'src/index.ts', widgets: 'widgets/index.ts' },
          external: /^(preact|zod|jose|js-cookie)(\/|$)/,
          preserveEntrySignatures: 'strict',
          output: {
            dir: 'dist',
            minify: false,
            entryFileNames: '[name].js',
            chunkFileNames: 'modules/[name]-[hash].js',
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await rm('dist', { recursive: true, force: true })
      for (const name of ['chunks', 'script', 'package']) await builder.build(builder.environments[name]!)
    },
  },
  plugins: [
    { ...rememberNames, applyToEnvironment: ({ name }) => name === 'chunks' },
    { ...besideTheScript, applyToEnvironment: ({ name }) => name === 'script' },
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
