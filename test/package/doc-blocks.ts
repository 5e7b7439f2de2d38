// The code blocks of the documentation.

import { readdirSync, readFileSync } from 'node:fs'

/** A code block of a page. */
export interface Block {
  page: string
  language: string
  code: string
  /** The line of the page on which the code begins, from 0. */
  line: number
}

export const PAGES = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

/** The number of the line at this position, from 0. */
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length - 1

/** All blocks of all pages, in their order. */
export const BLOCKS: Block[] = PAGES.flatMap(page => {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: code, index }) => ({
    page,
    language: language!,
    code: code!,
    line: lineOf(text, index) + 1,
  }))
})

/** The inline scripts of a block in a markup language, as blocks. */
export const scriptsIn = ({ page, code, line }: Block): Block[] =>
  [...code.matchAll(/(<script(?![^>]*\ssrc=)([^>]*)>)([\s\S]*?)<\/script>/g)].map(match => ({
    page,
    language: match[2]!.includes('lang="ts"') ? 'ts' : 'js',
    code: match[3]!,
    line: line + lineOf(code, match.index + match[1]!.length),
  }))
