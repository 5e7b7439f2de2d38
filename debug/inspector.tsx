import { Component, type TargetedKeyboardEvent } from 'preact'
import type { Snapshot } from './recorder.js'
import { reportOf } from './report.js'
import { describeSnapshot, type Item, type Section } from './sections.js'
import { testOf } from './test-text.js'

/** Where the drawer is. */
export type Side = 'left' | 'right' | 'bottom'

interface InspectorProps {
  snapshot: Snapshot
  side: Side
  isOpen: boolean
  /** The direction of the page. */
  dir: 'ltr' | 'rtl'
  onSide(side: Side): void
  onToggle(isOpen: boolean): void
}

interface InspectorState {
  /** The title of the section that is shown. */
  shown: string
  /** What was copied. */
  status: string
  /** A text that the browser has not let the inspector copy. */
  text?: string | undefined
}

const SIDES: Side[] = ['left', 'bottom', 'right']

/** The drawer, or the button that opens it. */
export class Inspector extends Component<InspectorProps, InspectorState> {
  override state: InspectorState = { shown: 'Consumer', status: '' }

  readonly #onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') this.props.onToggle(false)
  }

  async #copy(text: string, status: string) {
    try {
      await navigator.clipboard.writeText(text)
      this.setState({ status, text: undefined })
    } catch {
      this.setState({ status: 'The browser does not allow copying. Copy the text above yourself.', text })
    }
  }

  override render() {
    const { snapshot, side, isOpen, dir } = this.props
    const { shown, status, text } = this.state
    const problems = snapshot.problems.length
    const page = { lang: 'en', dir, style: 'color-scheme: light dark' }
    if (!isOpen)
      return (
        <div class="root opener" {...page}>
          <button type="button" aria-expanded={false} onClick={() => this.props.onToggle(true)}>
            Rewards inspector{problems ? ` (${problems})` : ''}
          </button>
        </div>
      )
    const sections = describeSnapshot(snapshot, Date.now())
    const section = sections.find(({ title }) => title === shown)!
    return (
      <section class={`root drawer ${side}`} {...page} aria-label="Rewards inspector" onKeyDown={this.#onKeyDown}>
        <header>
          <h2 tabIndex={-1}>Rewards inspector</h2>
          <div class="actions">
            <div class="actions sides">{SIDES.map(side => this.#sideButton(side))}</div>
            <button type="button" class="icon" aria-label="Close" onClick={() => this.props.onToggle(false)}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M3 3l10 10M13 3L3 13" />
              </svg>
            </button>
          </div>
        </header>
        <Tabs sections={sections} shown={shown} onShow={title => this.setState({ shown: title })} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
        <div role="tabpanel" id="panel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
          {text && <textarea readOnly aria-label="Text to copy" value={text} />}
          <SectionView section={section} />
        </div>
        <footer>
          <button
            type="button"
            onClick={() => this.#copy(reportOf(snapshot, Date.now()), 'The report is on the clipboard.')}
          >
            Copy report
          </button>
          <button type="button" onClick={() => this.#copy(testOf(snapshot), 'The test is on the clipboard.')}>
            Copy as test
          </button>
          <p role="status" class="quiet">
            {status}
          </p>
        </footer>
      </section>
    )
  }

  #sideButton(side: Side) {
    return (
      <button
        type="button"
        class="icon"
        key={side}
        aria-label={`Move to the ${side}`}
        aria-pressed={this.props.side === side}
        onClick={() => this.props.onSide(side)}
      >
        <div class="page" style={`border-${side}-width: 6px`} />
      </button>
    )
  }
}

interface TabsProps {
  sections: Section[]
  shown: string
  onShow(title: string): void
}

/** The steps of the keys among the tabs. In a page from right to left, the arrows change places. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
const ENDS: Record<string, number> = { Home: 0, End: -1 }

function Tabs({ sections, shown, onShow }: TabsProps) {
  const index = sections.findIndex(({ title }) => title === shown)
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const { key, currentTarget } = event
    const step = (STEPS[key] ?? 0) * (currentTarget.closest('[dir="rtl"]') ? -1 : 1)
    const next = ENDS[key] ?? index + step
    const { title } = sections[(next + sections.length) % sections.length]!
    if (title === shown) return
    event.preventDefault()
    onShow(title)
    currentTarget.querySelector<HTMLElement>(`#tab-${title}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Sections" tabIndex={-1} onKeyDown={onKeyDown}>
      {sections.map(({ title, items = [] }) => (
        <button
          type="button"
          role="tab"
          key={title}
          id={`tab-${title}`}
          aria-controls="panel"
          aria-selected={title === shown}
          tabIndex={title === shown ? 0 : -1}
          onClick={() => onShow(title)}
        >
          {title}
          {items.length > 0 && <span class={`count ${title === 'Problems' ? 'bad' : ''}`}>{items.length}</span>}
        </button>
      ))}
    </div>
  )
}

function SectionView({ section: { facts = [], items = [], empty } }: { section: Section }) {
  return (
    <>
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value, note]) => (
            <>
              <dt>{label}</dt>
              <dd>
                <strong>{value}</strong>
                {note && <span class="quiet">{note}</span>}
              </dd>
            </>
          ))}
        </dl>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the newest item comes first, so that an item keeps its place from the end.
            <ItemView key={items.length - index} item={item} />
          ))}
        </ul>
      )}
      {!items.length && empty && <p class="quiet">{empty}</p>}
    </>
  )
}

function ItemView({ item: { title, outcome, tone, details, link } }: { item: Item }) {
  return (
    <li>
      <div class="line">
        <strong>{title}</strong>
        {outcome && <span class={`outcome ${tone}`}>{outcome}</span>}
      </div>
      {details.map(line => (
        <p class="quiet" key={line}>
          {line}
        </p>
      ))}
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          What to do<span class="quiet"> ({link.replace(/.*#/, '')})</span>
        </a>
      )}
    </li>
  )
}
