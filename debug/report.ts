import { version } from '../package.json'
import { maskUserAgent } from './mask.js'
import type { Snapshot } from './recorder.js'
import { describeSnapshot, type Section } from './sections.js'

/** The report that "Copy report" puts on the clipboard: what the inspector shows, as text. */
export const reportOf = (snapshot: Snapshot, now: number): string =>
  [
    `rewards-web-sdk ${version}. ${maskUserAgent(navigator.userAgent)}`,
    `Rewards inspector: ${new Date(now).toISOString()}, recorded since ${new Date(snapshot.recordedSince).toISOString()}`,
    ...describeSnapshot(snapshot, now).map(sectionText),
  ].join('\n\n')

const sectionText = ({ title, facts = [], items = [], empty }: Section): string =>
  [
    title.toUpperCase(),
    ...facts.map(([label, value, note]) => `${label}: ${value}${note ? ` (${note})` : ''}`),
    ...items.flatMap(({ title, outcome, details, link }) => [
      `- ${[title, outcome].filter(Boolean).join('  ')}`,
      ...[...details, ...(link ? [link] : [])].map(line => `  ${line}`),
    ]),
    ...(items.length || !empty ? [] : [empty]),
  ].join('\n')
