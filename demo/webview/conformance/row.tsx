import { Fragment, h } from 'preact'
import type { Check, Finding } from './check.js'
import { NAMES } from './report.js'

interface RowProps {
  check: Check
  finding: Finding
  start(check: Check): void
}

export function Row({ check, finding: { state, seen }, start }: RowProps) {
  const { id, title, expects, mend, hand } = check
  return (
    <li id={id} class={`row ${state}`} data-state={state}>
      <strong class="state">{NAMES[state]}</strong>
      <div>
        <h3>
          {title}{' '}
          <a href={`?only=${id}`} title="Run this alone">
            <code>{id}</code>
          </a>
        </h3>
        <p class="expects">
          <Words text={expects} />
        </p>
      </div>
      <div>
        {seen && (
          <p class="seen">
            {state === 'failed' && <b>Instead: </b>}
            <Words text={seen} />
          </p>
        )}
        {state === 'failed' && (
          <p class="mend">
            <b>To mend it: </b>
            <Words text={mend} />
          </p>
        )}
        {hand && state !== 'absent' && state !== 'waiting' && (
          <p>
            <button type="button" class="button quiet" onClick={() => start(check)}>
              {hand.button}
            </button>
          </p>
        )}
      </div>
    </li>
  )
}

/** What stands between backticks is code. */
const Words = ({ text }: { text: string }) =>
  h(Fragment, {}, ...text.split('`').map((part, at) => (at % 2 ? h('code', {}, part) : part)))
