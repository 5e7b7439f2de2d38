/** @jsxImportSource hono/jsx */
import type { Compared } from '../figures/read-figures.js'

export interface Bar extends Compared {
  label: string
}

/** The bars fill the width of the chart, whatever it is. */
const [STEP, HEIGHT] = [10, 100]

/**
 * A bar for each part of a period. A line across it is the same part of the period before, if that has any number. It has no text: a mirrored page mirrors it. `label` describes it,
 * and a table beside it has its numbers.
 */
export const BarChart = ({ bars, label }: { bars: Bar[]; label: string }) => {
  const isCompared = bars.some(({ before }) => before > 0)
  const highest = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before]))
  const heightOf = (value: number) => Math.round((value / highest) * HEIGHT * 10) / 10
  return (
    <svg
      class="bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ label: title, value, before }, index) => (
        <g>
          <title>{`${title}: ${value} (before: ${before})`}</title>
          <rect
            class="bar"
            x={index * STEP + 1}
            y={HEIGHT - heightOf(value)}
            width={STEP - 2}
            height={heightOf(value)}
          />
          {isCompared && (
            <line
              class="before"
              x1={index * STEP}
              x2={(index + 1) * STEP}
              y1={HEIGHT - heightOf(before)}
              y2={HEIGHT - heightOf(before)}
            />
          )}
        </g>
      ))}
    </svg>
  )
}

/** A bar from the start of a line, divided into parts. The number beside it says the same, so screen readers skip it. */
export const Meter = ({ parts, of }: { parts: number[]; of: number }) => {
  const widths = parts.map(part => (of > 0 ? Math.round((part / of) * 1000) / 10 : 0))
  return (
    <svg class="meter" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
      {widths.map((width, index) => (
        <rect
          class={index === 0 ? 'bar' : 'bar second'}
          x={widths.slice(0, index).reduce((sum, each) => sum + each, 0)}
          width={width}
          height={10}
        />
      ))}
    </svg>
  )
}
