import { Fragment, h } from 'preact'
import type { Check, Finding } from './check.js'
import { STATE_LABELS } from './report.js'

interface RowProps {
  check: Check
  finding: Finding
  start(check: Check): void
}

export function Row({ check, finding: { state, observed }, start }: RowProps) {
  const { id, title, expected, fix, manual } = check
  return (
    <li id={id} class={`row ${state}`} data-state={state}>
      <strong class="state">{STATE_LABELS[state]}</strong>
      <div>
        <h3>
          {title}{' '}
          <a href={`?only=${id}`} title="Run only this check">
            <code>{id}</code>
          </a>
        </h3>
        <p class="expected">
          <TextWithCode text={expected} />
        </p>
      </div>
      <div>
        {observed && (
          <p class="observed">
            {state === 'failed' && <b>Observed: </b>}
            <TextWithCode text={observed} />
          </p>
        )}
        {state === 'failed' && (
          <p class="fix">
            <b>How to fix it: </b>
            <TextWithCode text={fix} />
          </p>
        )}
        {manual && state !== 'not_offered' && state !== 'not_run' && (
          <p>
            <button type="button" class="button quiet" onClick={() => start(check)}>
              {manual.button}
            </button>
          </p>
        )}
      </div>
    </li>
  )
}

/** Renders text between backticks as code. */
const TextWithCode = ({ text }: { text: string }) =>
  h(Fragment, {}, ...text.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : part)))
