import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGES = [
  'demo/platform/README.md',
  ...readdirSync('.').filter(name => name.endsWith('.md')),
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

const read = (page: string) => readFileSync(page, 'utf8')

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string) => [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

/** The links of a page to files of this repository: Markdown links and images. */
const linksIn = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)|src="(docs\/[^"]+)"/g)]
    .map(([, link, image]) => (link ?? image)!)
    .filter(link => !/^https?:/.test(link))

function isBroken(page: string, link: string) {
  const [path, anchor] = link.split('#')
  const target = path ? join(dirname(page), path) : page
  return !existsSync(target) || Boolean(anchor && !anchorsIn(target).includes(anchor))
}

/** Paths of this repository that a page names as code. A name to fill in, `<name>`, is no path. */
const pathsIn = (page: string) =>
  [...read(page).matchAll(/`((?:src|widgets|demo|test|docs)\/[^\s`<>*{}…]+)`/g)].map(([, path]) => path!)

describe.each(PAGES)('%s', page => {
  test('links to files and headings that exist', () => {
    expect(linksIn(page).filter(link => isBroken(page, link))).toEqual([])
  })

  test('names paths that exist', () => {
    expect(pathsIn(page).filter(path => !existsSync(path))).toEqual([])
  })
})

describe('the commands of the packages', () => {
  const NOTE =
    'The packages are not published yet. In a copy of the repository, `npm ci`, `npm run build`, `npm pack` and `npm pack ./demo/platform` make two files that `npm install` accepts.'
  const COMMAND = /npm install rewards-web-sdk|npx rewards-web-sdk|npx @rewards-web-sdk|"@rewards-web-sdk\/platform", "/
  /** The pages for people who have no copy of the repository. */
  const pages = PAGES.filter(page => !/^(CHANGELOG|CONTRIBUTING)/.test(page) && COMMAND.test(read(page)))

  test('are on the pages that say how to begin', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'AGENTS.md', 'docs/quick-start.md', 'docs/doctor.md']))
  })

  test.each(pages)('are not those of published packages, as %s says', page => {
    expect(read(page).replace(/\s+/g, ' ')).toContain(NOTE)
  })
})

describe('the table of the local platform', () => {
  const [, section = ''] = /^## The local platform's folders$(.*?)^#/ms.exec(read('docs/architecture.md')) ?? []
  const rows = [...section.matchAll(/^\| (`.+?`) \|.*$/gm)].map(([row, folders]) => ({
    folders: [...folders!.matchAll(/`(.+?)`/g)].map(([, folder]) => folder!),
    row,
  }))

  test('names each folder once', () => {
    const named = rows.flatMap(({ folders }) => folders)
    const folders = readdirSync('demo/platform', { withFileTypes: true }).filter(entry => entry.isDirectory())
    const ofCode = folders.map(({ name }) => name).filter(name => !['pages', 'dist', 'node_modules'].includes(name))
    expect(named.toSorted()).toEqual(ofCode.toSorted())
  })

  test.each(
    rows.map(({ folders, row }) => [folders.join(', '), folders, row] as const),
  )('names files of %s that exist', (_, folders, row) => {
    const files = [...row.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, file]) => file!)
    const isThere = (file: string) =>
      folders.some(folder => existsSync(`demo/platform/${folder}/${file}`)) ||
      // A file of another folder, with its path.
      (file.includes('/') && existsSync(`demo/platform/${file}`))
    const missing = files.filter(file => !isThere(file))
    expect(missing).toEqual([])
  })
})

describe('the table of questions about the local platform', () => {
  const [, section = ''] = /^### From a question to its file$(.*?)^#/ms.exec(read('docs/architecture.md')) ?? []
  const rows = [...section.matchAll(/^\| ([^|*-]+) \| (.+) \|$/gm)].map(
    ([, question, files]) => [question!, files!] as const,
  )

  test.each(rows.slice(1))('names files for %s that exist', (_, text) => {
    const files = [...text.matchAll(/`([\w/-]+(?:\.js)?)`/g)].map(([, file]) => `demo/platform/${file}`)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter(file => !['', '.ts', '.tsx'].some(ending => existsSync(file + ending)))).toEqual([])
  })
})

describe('the page about errors', () => {
  const source = read('src/error/error-code.ts')
  const codes = [...source.matchAll(/^ {2}\/\*\* (.*) \*\/\n {2}\| '(\w+)'/gm)].map(
    ([, description, code]) => [code!, description!] as const,
  )
  const sections = new Map(
    read('docs/errors.md')
      .split(/^### /m)
      .slice(1)
      .map(section => [/^`(\w+)`/.exec(section)?.[1], section.split('\n\n')[1]?.trim()]),
  )

  test('has a section for every code, and for no other', () => {
    expect(codes.length).toBeGreaterThan(60)
    expect([...sections.keys()]).toEqual(codes.map(([code]) => code))
  })

  test.each(codes)('begins the section of %s with its description', (code, description) => {
    expect(sections.get(code)).toBe(description)
  })
})

test('the sizes in the README hold, and are close to the limits', () => {
  /** The limit that a test states for this name, in kB. */
  function limitIn(file: string, name: string) {
    const [, limit = ''] = new RegExp(`const ${name}\\b.*?(\\d+_\\d{3})`, 's').exec(read(file)) ?? []
    return Number(limit.replace('_', '')) / 1000
  }
  const scriptTag = ['FIRST_WIDGET', 'FIRST_WIDGET_BUDGET', 'EVENTS', 'IDENTITY', 'RESOURCES', 'ON_DEMAND'].map(name =>
    limitIn('test/package/size.test.ts', name),
  )
  const npm = ['RUNTIME', 'FIRST_WIDGET', 'OUTBOX', 'IDENTITY', 'RESOURCES', 'ON_DEMAND'].map(name =>
    limitIn('test/package/npm-size.test.ts', name),
  )
  const rows = [...read('README.md').matchAll(/^\|.*\| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)]
  expect(rows).toHaveLength(scriptTag.length)
  for (const [index, [, ...sizes]] of rows.entries())
    for (const [column, limits] of [scriptTag, npm].entries()) {
      expect(Number(sizes[column])).toBeGreaterThanOrEqual(limits[index]!)
      expect(Number(sizes[column])).toBeLessThan(limits[index]! * 1.1)
    }
})
