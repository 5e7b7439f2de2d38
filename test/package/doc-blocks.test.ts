import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compile } from 'svelte/compiler'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileScript, parse as parseComponent } from 'vue/compiler-sfc'
import manifest from '../../package.json' with { type: 'json' }
import { BLOCKS, type Block, PAGES, scriptsIn } from './doc-blocks.js'

const blocksIn = (...languages: string[]) => BLOCKS.filter(({ language }) => languages.includes(language))

const titled = (blocks: Block[]) => blocks.map(block => [`${block.page}:${block.line}`, block] as const)

/** The languages of blocks whose code other tests run: test/demo/signers.test.ts, and test/e2e/readme.test.ts for CSS. */
const RUN_ELSEWHERE = ['php', 'ruby', 'python', 'go', 'css']
/** Pictures, and a policy with a placeholder. */
const NO_CODE = ['mermaid', '']
const CHECKED_HERE = ['ts', 'tsx', 'js', 'vue', 'svelte', 'html', 'json', 'sh']

test('each code block has a language that a test knows', () => {
  const known = [...CHECKED_HERE, ...RUN_ELSEWHERE, ...NO_CODE]
  expect(BLOCKS.filter(({ language }) => !known.includes(language))).toEqual([])
})

describe('the types of the code', () => {
  /** What the pages expect on the page of a reader. */
  const SURROUNDINGS = `
    import type { ScriptRewards } from 'rewards-web-sdk'
    declare global {
      /** The runtime, where a page does not say how it was created. */
      const rewards: ScriptRewards
      /** A message of a native app. */
      const message: object
      /** A page of a Playwright test. */
      const page: import('playwright-core').Page
      /** Jest has the same globals. */
      const test: typeof import('vitest').test
      const expect: typeof import('vitest').expect
      /** Nuxt defines it. */
      function defineNuxtPlugin(plugin: (nuxt: { vueApp: import('vue').App }) => void): unknown
      interface Window {
        /** The queue of old tags. */
        brand?: any
      }
    }`

  /** The packages that the code imports, and that those need. */
  const PACKAGES = ['@types', 'jose', 'msw', 'playwright-core', 'react', 'svelte', 'vitest', 'vue']

  const OPTIONS = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node', 'svelte'],
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  }

  /** The parameters of functions have no types in JavaScript. */
  const IMPLICIT_ANY = /\.js\(.*error TS70(06|31):/

  let errors: string[] = []
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewards-doc-blocks-'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(resolve('.'), join(folder, 'node_modules/rewards-web-sdk'), 'dir')
    for (const name of PACKAGES) await symlink(resolve('node_modules', name), join(folder, 'node_modules', name), 'dir')
    const scripts = blocksIn('html', 'vue', 'svelte').flatMap(scriptsIn)
    const files = modulesOf([...blocksIn('ts', 'tsx', 'js'), ...scripts])
    for (const { name, code } of files) await writeFile(join(folder, name), code)
    await writeFile(join(folder, 'surroundings.ts'), SURROUNDINGS)
    await writeFile(
      join(folder, 'components.d.ts'),
      `declare module '*.vue' { const component: import('vue').Component; export default component }
      declare module '@/lib/session' {
        export function currentCustomer(): Promise<{ email: string; number: string } | null>
      }
      declare module '@/lib/sign-rewards-jwt' {
        export function signRewardsJwt(email: string, customerNumber: string): Promise<string>
      }`,
    )
    // Types that a page adds to the package must not hold on other pages.
    const isAugmentation = ({ code }: Module) => code.includes("declare module 'rewards-web-sdk'")
    errors = [
      ...(await compileFiles(files.filter(file => !isAugmentation(file)))),
      ...(await compileFiles(files.filter(isAugmentation))),
    ]
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function compileFiles(modules: Module[]) {
    const files = ['surroundings.ts', 'components.d.ts', ...modules.map(({ name }) => name)]
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }))
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const output = await new Promise<string>(done =>
      execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_, stdout) =>
        done(stdout),
      ),
    )
    return output.split('\n').filter(line => /^\S.*error TS/.test(line) && !IMPLICIT_ANY.test(line))
  }

  test.each(PAGES)('are right in %s', page => {
    expect(errors.filter(error => error.startsWith(fileOf(page)))).toEqual([])
  })

  test('are right in the surroundings, and errors are found', async () => {
    expect(errors.filter(error => !PAGES.some(page => error.startsWith(fileOf(page))))).toEqual([])
    await writeFile(join(folder, 'wrong.js'), 'rewards.track(1)')
    expect(await compileFiles([{ name: 'wrong.js', code: '' }])).toEqual([expect.stringContaining('wrong.js(1,15)')])
  })
})

interface Module {
  name: string
  code: string
}

const fileOf = (page: string) => page.replaceAll('/', '-')

/**
 * The files of blocks. A block without imports continues the block before it in the same language. Each line of a file has the number that it has
 * in the page.
 */
function modulesOf(blocks: Block[]): Module[] {
  const modules: (Module & Pick<Block, 'page' | 'language'>)[] = []
  for (const { page, language, code, line } of blocks.sort((a, b) => a.line - b.line)) {
    const last = modules.findLast(module => module.page === page && module.language === language)
    const previous = last && !/^\s*import\b/m.test(code) ? last : undefined
    const module = previous ?? { page, language, name: `${fileOf(page)}.${line}.${language}`, code: '' }
    if (!previous) modules.push(module)
    module.code += '\n'.repeat(line - module.code.split('\n').length + 1) + code
  }
  return modules
}

describe('the components', () => {
  test.each(titled(blocksIn('vue')))('in %s compile with Vue', (_, { code }) => {
    const { descriptor, errors } = parseComponent(code)
    expect(errors).toEqual([])
    const { content, warnings } = compileScript(descriptor, { id: 'page', inlineTemplate: true })
    expect(content).toContain('rewards-web-sdk/vue')
    expect(warnings ?? []).toEqual([])
  })

  test.each(titled(blocksIn('svelte')))('in %s compile with Svelte', (_, { code }) => {
    const { js, warnings } = compile(code, { generate: 'client' })
    expect(js.code).toContain('rewards-web-sdk/svelte')
    expect(warnings).toEqual([])
  })
})

/** What these tests use of the HTML parser of jsdom. */
interface HtmlParser {
  parse(html: string, options: { onParseError(error: { code: string; startLine: number }): void }): unknown
  parseFragment: HtmlParser['parse']
}

const require = createRequire(import.meta.url)
const { parse, parseFragment } = createRequire(require.resolve('jsdom'))('parse5') as HtmlParser

/** The attributes whose value is JSON. */
const JSON_ATTRIBUTES = /\s(?:data|theme|messages|data-rewards-data)='([^']*)'/g

test.each(titled(blocksIn('html')))('the HTML in %s is valid, and so is the JSON in its attributes', (_, { code }) => {
  const errors: string[] = []
  const onParseError = ({ code, startLine }: { code: string; startLine: number }) =>
    errors.push(`${startLine}: ${code}`)
  if (code.startsWith('<!doctype')) parse(code, { onParseError })
  else parseFragment(code, { onParseError })
  expect(errors).toEqual([])
  for (const [, json] of code.matchAll(JSON_ATTRIBUTES)) expect(() => JSON.parse(json!)).not.toThrow()
})

test.each(titled(blocksIn('json')))('the JSON in %s is valid', (_, { code }) => {
  expect(() => JSON.parse(code)).not.toThrow()
})

/** Commands that do not belong to this project. */
const OTHER_COMMANDS = [
  /^npm install (--save-dev )?[a-z@/ -]+$/,
  /^npm create vite@latest /,
  /^npx (vite|esbuild)\b/,
  /^cd /,
  /^export [A-Z_]+=/,
  /^curl (-X POST )?http:\/\/api\.brand\.localhost:4400\//,
]

/** The command of the package, with its help. */
const DOCTOR = readFileSync('doctor/command.ts', 'utf8')

test('the page about the doctor has each of its options', async () => {
  const page = await readFile('docs/doctor.md', 'utf8')
  const options = [...DOCTOR.matchAll(/^ {2}(--[a-z]+)/gm)].map(([, option]) => option!)
  expect(options).toContain('--json')
  for (const option of options.filter(option => option !== '--help')) expect(page).toContain(`| \`${option}`)
})

/** The options of the commands that start the platform, in `demo/`. */
const PLATFORM_OPTIONS = 'platform/command/platform-command.js'

test.each(titled(blocksIn('sh')))('the commands in %s exist, with their options', async (_, { code }) => {
  const commands = code
    .replaceAll('\\\n', ' ')
    // A text in quotes may have several lines.
    .replace(/'[^']*'/g, text => text.replaceAll('\n', ' '))
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(Boolean)
  for (const command of commands.filter(command => !OTHER_COMMANDS.some(other => other.test(command)))) {
    if (command.startsWith('npx rewards-web-sdk ')) {
      expect(DOCTOR).toContain(`npx rewards-web-sdk ${command.split(' ')[2]} `)
      for (const [option] of command.matchAll(/--[\w-]+/g)) expect(DOCTOR).toContain(`${option} `)
      continue
    }
    const [, name = '', options = ''] = /^npm (?:run )?([\w:]+)(?: --)?(.*)$/.exec(command) ?? []
    const script = Object.entries(manifest.scripts).find(([key]) => key === name)?.[1]
    expect(script, `${command}: no script of package.json`).toBeDefined()
    const [, file] = /^node (\S+)/.exec(script!) ?? []
    const own = file ? await readFile(file, 'utf8') : script!
    const source = own.includes(PLATFORM_OPTIONS) ? own + (await readFile(`demo/${PLATFORM_OPTIONS}`, 'utf8')) : own
    for (const [, option] of options.matchAll(/--([\w-]+)/g)) expect(source).toContain(option)
  }
})
