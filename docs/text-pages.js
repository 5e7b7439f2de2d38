import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The pages as text, for coding agents and for readers without a browser: each as `<name>.md`, a list of all in `llms.txt` (https://llmstxt.org), and all in
// one file, `llms-full.txt`.

const here = import.meta.dirname

/** In the order in which somebody begins. The others follow by their names. */
const FIRST = [
  'quick-start',
  'installation',
  'widgets',
  'identity',
  'events',
  'consent',
  'api',
  'options',
  'resources',
  'errors',
]

/** Writes the files into the folder of the website. */
export function writeTextPages(folder) {
  const names = readdirSync(here)
    .filter(name => name.endsWith('.md') && name !== 'index.md')
    .map(name => name.replace('.md', ''))
  const pages = [...FIRST, ...names.filter(name => !FIRST.includes(name))].map(readPage)
  for (const { name } of pages) cpSync(join(here, `${name}.md`), join(folder, `${name}.md`))
  const agents = readFileSync(join(here, '../AGENTS.md'), 'utf8')
  const { description } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'))
  const list = pages.map(({ name, title, summary }) => `- [${title}](/${name}.md): ${summary}`).join('\n')
  writeFileSync(join(folder, 'AGENTS.md'), agents)
  writeFileSync(
    join(folder, 'llms.txt'),
    `# rewards-web-sdk\n\n> ${description}\n\n- [Ten tasks with complete examples](/AGENTS.md): begin here\n\n## Pages\n\n${list}\n`,
  )
  writeFileSync(join(folder, 'llms-full.txt'), [agents, ...pages.map(({ text }) => text)].join('\n\n---\n\n'))
}

function readPage(name) {
  const text = readFileSync(join(here, `${name}.md`), 'utf8')
  const [, title = name] = /^# (.*)/m.exec(text) ?? []
  const [, paragraph = ''] = /^# .*\n+((?!```|[#|<])[\s\S]+?)\n\n/m.exec(text) ?? []
  const [summary] = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/(?<=\.) /)
  return { name, title, text, summary: summary.replace(/:$/, '.') }
}
