/** @jsxImportSource hono/jsx */
import type { PartDifference } from '../campaign/compare-parts.js'
import type { DiffLine } from '../campaign/line-diff.js'
import { Empty } from './message.js'

/** The maximum number of lines of a part. More would make a slow page. */
const MAX_LINES = 1_000

/** Shows what differs between two states of a campaign, part by part. New parts are closed at first. */
export const Differences = ({ parts }: { parts: PartDifference[] }) => (
  <div>
    {parts.length === 0 && <Empty>Nothing differs.</Empty>}
    {parts.map(({ zone, isNew, diff: { added, removed, groups } }) => (
      <details class="difference" open={!isNew || parts.length === 1}>
        <summary>
          {zone === null ? 'Program' : `Zone ${zone}`}{' '}
          <span class="counts">
            {[isNew && 'new', added && countText(added, 'added'), removed && countText(removed, 'removed')]
              .filter(Boolean)
              .join(', ')}
          </span>
        </summary>
        <Groups groups={groups} />
      </details>
    ))}
  </div>
)

const countText = (count: number, verb: string) => `${count} line${count === 1 ? '' : 's'} ${verb}`

function Groups({ groups }: { groups: DiffLine[][] }) {
  const lines = groups.flatMap((group, index) => group.map((line, at) => ({ ...line, isGap: index > 0 && at === 0 })))
  return (
    <>
      <pre class="code">
        {lines.slice(0, MAX_LINES).map(line => (
          <>
            {line.isGap && <span class="gap">⋯</span>}
            <Line line={line} />
          </>
        ))}
      </pre>
      {lines.length > MAX_LINES && <p class="hint">{lines.length - MAX_LINES} more lines are not shown.</p>}
    </>
  )
}

function Line({ line: { kind, number, text } }: { line: DiffLine }) {
  if (kind === 'added') return <ins data-line={number}>+ {text}</ins>
  if (kind === 'removed') return <del data-line={number}>- {text}</del>
  return <span data-line={number}>{`  ${text}`}</span>
}
