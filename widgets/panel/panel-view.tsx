/// <reference types="vite/client" />
import { Component, createRef } from 'preact'
import { safeDocument } from '../../src/base/safe-document.js'
import type { ZoneDialog } from '../cta/zone-dialog.js'
import { enclosingButton } from '../enclosing-button.js'
import { hideBrokenImage } from '../kit/hide-broken-image.js'
import { Icon } from '../kit/icon.js'
import { CLOSE } from '../kit/icon-paths.js'
import { LiveRegion } from '../kit/live-region.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { catchErrors, runForView } from '../kit/view-errors.js'
import { formatPlural } from '../messages/format-message.js'
import { MAX_ITEMS } from '../readers.js'
import type { ViewModule, ViewProps, ZoneHost } from '../view.js'
import { en as ownTexts } from './en.js'
import styles from './panel.css?inline'
import { countNewRewards, type PanelContent, type PanelItem, readPanel, tabInHash } from './panel-content.js'
import { type PanelRecord, readRecord, storeRecord } from './panel-record.js'

export { styles }

/** The texts of `cta` and `rewards` are those of the dialog and the launcher, so all languages have them. */
export const en = { ...ownTexts, cta_close: 'Close', cta_dismiss: 'Dismiss', rewards_headline: 'Your rewards' }

/** The dialog, the launcher's place and look, and the storage, which `cta` brings. */
let cta: typeof import('../cta/cta-view.js')

export async function prepare(): Promise<ViewModule> {
  cta = await import('../cta/cta-view.js')
  return { default: PanelView, styles: cta.styles + styles, en }
}

/** The launchers at the start of the line. */
const atStart = new Set<HTMLElement>()

/** The panel that links open: the first that the page shows. */
let linked: ZoneHost | undefined

/** The hash that was followed last. When the zone loads again, the page has the same hash, and the panel stays closed. */
let followed = ''

interface PanelState extends PanelRecord {
  /** Whether the launcher is out of the way, because the focus of the page is behind it. */
  isAway?: boolean
}

/** A launcher in a corner of the window. It opens a dialog with several zones, in tabs or behind a home list. */
export default class PanelView extends Component<ViewProps, PanelState> {
  override state: PanelState = readRecord(cta, this.props)
  readonly #launcher = createRef<HTMLElement>()
  readonly #tabs = createRef<HTMLDivElement>()
  readonly #headline = createRef<HTMLHeadingElement>()
  readonly #home = createRef<HTMLUListElement>()
  /** The tabs that were opened. Their zones stay in the page. */
  readonly #opened = new Set<string>()
  #shown: HTMLElement | null = null
  #dialog: ZoneDialog | undefined
  /** Whether a link has opened the dialog. It closes when the visitor goes back. */
  #isByLink = false
  /** The number of new rewards at first. A screen reader announces only that it has changed. */
  #countBefore = this.#count()

  override componentDidMount() {
    const { rewards, zone, content } = this.props
    const { length } = readPanel(content).items
    if (!length) rewards.report('unsupported_content', `Zone ${zone.name}: the panel widget needs items; got none`)
    const rule = `Each needs a title, opens.zone and a tab that no other item has, and the widget shows at most ${MAX_ITEMS}`
    reportLeftOut(this.props, 'items', length, rule)
    this.#place()
    this.#follow()
    if (location.hash !== followed) this.#followHash()
  }

  override componentDidUpdate({ signal }: ViewProps) {
    this.#place()
    if (signal === this.props.signal) return
    this.#follow()
    // What has come while the dialog is open is seen, too.
    if (this.#dialog?.state.isOpen) this.#open(this.state.tab)
  }

  override componentWillUnmount() {
    if (linked === this.props.host) linked = undefined
    cta.showOverlay(null, this.#shown)
  }

  override render(props: ViewProps) {
    const panel = readPanel(props.content)
    if (!panel.items.length) return null
    const { messages } = props
    return (
      <>
        {this.#hasLauncher(panel) && this.#renderLauncher(panel)}
        <cta.ZoneDialog
          {...props}
          label={panel.headline || panel.text || messages.rewards_headline}
          lang={panel.headline || panel.text ? props.locale : undefined}
          onMount={dialog => {
            this.#dialog = dialog
          }}
        >
          {this.#renderItems(panel)}
        </cta.ZoneDialog>
      </>
    )
  }

  #hasLauncher = ({ corner }: PanelContent) =>
    corner !== 'none' && !this.state.isDismissed && !enclosingButton(this.props.host)

  #renderLauncher({ text, image_url, corner }: PanelContent) {
    const { locale, messages } = this.props
    const label = text || messages.rewards_headline
    const lang = text ? locale : messages.lang
    const count = this.#count()
    const news = count ? formatPlural(locale, messages, 'panel_new', count) : ''
    return (
      <>
        <aside
          ref={this.#launcher}
          class="pill"
          part={`overlay launcher ${corner} ${this.state.isAway ? 'away' : ''}`}
          popover="manual"
          aria-label={label}
          lang={lang}
        >
          <button
            type="button"
            part="button main"
            aria-haspopup="dialog"
            onClick={catchErrors(({ currentTarget }: Event) => this.#show(currentTarget as HTMLElement))}
          >
            {image_url ? (
              <img key={image_url} part="image" src={image_url} alt="" onError={catchErrors(hideBrokenImage)} />
            ) : (
              <Icon path={GIFT} />
            )}
            <span>{label}</span>
            {news && (
              <span part="badge" aria-hidden="true">
                {count.toLocaleString(locale)}
              </span>
            )}
            {news && (
              <span class="visually-hidden" lang={messages.lang}>
                {news}
              </span>
            )}
          </button>
          <button
            type="button"
            class="icon-button"
            part="dismiss"
            aria-label={messages.cta_dismiss}
            lang={messages.lang}
            onClick={catchErrors(this.#dismiss)}
          >
            <Icon path={CLOSE} />
          </button>
        </aside>
        <div part="room" />
        <LiveRegion hidden>{count > this.#countBefore ? news : ''}</LiveRegion>
      </>
    )
  }

  #renderItems({ text, headline, layout, items }: PanelContent) {
    const { locale, messages } = this.props
    const open = this.#openItem({ layout, items })
    const hasTabs = layout === 'tabs' && items.length > 1
    const title = layout === 'home' && open ? open.title : headline || text
    return (
      <>
        <div part="head">
          {layout === 'home' && open && (
            <button
              type="button"
              class="icon-button"
              part="back"
              aria-label={messages.panel_back}
              lang={messages.lang}
              onClick={catchErrors(this.#goHome)}
            >
              <Icon path={cta.isRightToLeft(this.props) ? CHEVRON_RIGHT : CHEVRON_LEFT} />
            </button>
          )}
          <h2 part="headline" ref={this.#headline} tabIndex={-1} lang={title ? locale : messages.lang}>
            {title || messages.rewards_headline}
          </h2>
          {hasTabs && (
            <div part="tabs" role="tablist" ref={this.#tabs}>
              {items.map((item, at) => this.#renderTab(item, at, item === open))}
            </div>
          )}
        </div>
        {layout === 'home' && (
          <ul part="home" ref={this.#home} hidden={Boolean(open)}>
            {items.map(item => this.#renderEntry(item))}
          </ul>
        )}
        {items.map((item, at) => (
          <div
            key={item.tab}
            part="section"
            id={`panel-${at}`}
            hidden={item !== open}
            {...(hasTabs && { role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `tab-${at}` })}
          >
            {(item === open || this.#opened.has(item.tab)) && (
              <cta.OpenedZoneView {...this.props} opens={item.opens} emptyText={messages.panel_empty} />
            )}
          </div>
        ))}
      </>
    )
  }

  #renderTab(item: PanelItem, at: number, isOpen: boolean) {
    return (
      <button
        key={item.tab}
        type="button"
        part="tab"
        role="tab"
        id={`tab-${at}`}
        aria-controls={`panel-${at}`}
        aria-selected={isOpen}
        tabIndex={isOpen ? 0 : -1}
        lang={this.props.locale}
        onClick={catchErrors(() => this.#open(item.tab))}
        onKeyDown={catchErrors((event: KeyboardEvent) => this.#onKeyDown(event, at))}
      >
        {item.title}
      </button>
    )
  }

  #renderEntry({ tab, title, text }: PanelItem) {
    return (
      <li key={tab}>
        <button
          type="button"
          part="entry"
          lang={this.props.locale}
          onClick={catchErrors(() => this.#open(tab, () => this.#headline.current?.focus()))}
        >
          <span>
            <b>{title}</b>
            {text && <span part="text">{text}</span>}
          </span>
          <Icon path={cta.isRightToLeft(this.props) ? CHEVRON_LEFT : CHEVRON_RIGHT} />
        </button>
      </li>
    )
  }

  #count() {
    return countNewRewards(readPanel(this.props.content), this.state.seen)
  }

  #openItem({ layout, items }: Pick<PanelContent, 'layout' | 'items'>, name = this.state.tab) {
    return items.find(({ tab }) => tab === name) ?? (layout === 'tabs' ? items[0] : undefined)
  }

  #place() {
    const launcher = this.#launcher.current
    const others = launcher?.matches('[part~=start]') ? atStart : undefined
    this.#shown = cta.showOverlay(launcher, this.#shown, others)
  }

  /** Listens to the page until the zone loads again or leaves it. */
  #follow() {
    const { host, signal } = this.props
    const inView = (work: (event: Event) => void) => (event: Event) =>
      void runForView(host.shadowRoot!, () => work(event))
    addEventListener('hashchange', inView(this.#followHash), { signal })
    addEventListener('click', inView(this.#followLink), { signal })
    enclosingButton(host)?.addEventListener('click', inView(this.#onPageButton), { signal })
    for (const type of ['focusin', 'focusout'])
      addEventListener(type, () => requestAnimationFrame(inView(this.#makeWay) as () => void), { signal })
  }

  /** A dialog that the page hides would block the page. */
  #canOpen() {
    const { content, host } = this.props
    return readPanel(content).items.length > 0 && isShown(host)
  }

  /** Whether links open this panel. It takes the place of one that has left the page, or that the page hides. */
  #takesLinks() {
    const { host } = this.props
    if (!(linked && isShown(linked)) && this.#canOpen()) linked = host
    return linked === host
  }

  #followHash = () => {
    if (!this.#takesLinks()) return
    followed = location.hash
    const tab = tabInHash(followed)
    if (tab != null) this.#show(null, tab)
    else if (this.#isByLink) this.#dialog?.close()
  }

  /** A click on a link to the hash that the page has already, or that a router has handled, changes no hash. */
  #followLink = (event: Event) => {
    const link = event.composedPath().find(each => each instanceof HTMLAnchorElement)
    const isElsewhere = !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || isElsewhere || link.target || withoutHash(link) !== withoutHash(location)) return
    const tab = tabInHash(link.hash)
    if (tab != null && this.#takesLinks()) this.#show(link, tab)
  }

  #onPageButton = (event: Event) => {
    if (this.#show(event.currentTarget as HTMLElement)) event.preventDefault()
  }

  /** Opens the dialog: at `tab` for a link, else where it was left. Returns false if the panel cannot open. */
  #show(opener: HTMLElement | null, tab?: string) {
    if (!this.#canOpen()) return false
    this.#isByLink = tab !== undefined
    this.#countBefore = 0
    this.#open(tab ?? this.state.tab)
    // Without an opener, the focus is not moved to the zone, which may be outside of the viewport.
    this.#dialog!.open(opener ?? this.#launcher.current?.querySelector('button') ?? safeDocument().body)
    return true
  }

  #open(tab: string, then?: () => void) {
    const panel = readPanel(this.props.content)
    const item = this.#openItem(panel, tab)
    const seen = panel.earned.reduce((newest, time) => Math.max(newest, time), this.state.seen)
    // A link may name any tab: only one of the content is remembered.
    const known = item?.tab ?? ''
    this.#opened.add(known)
    // The dialog scrolls, not the zones in it.
    this.setState({ tab: known, seen }, () => {
      this.#headline.current?.closest('[part=dialog-body]')?.scroll?.(0, 0)
      then?.()
    })
    if (!this.state.isDismissed) storeRecord(cta, this.props, { ...this.state, seen, tab: known })
  }

  #goHome = () => {
    const { tab } = this.state
    const { items } = readPanel(this.props.content)
    const at = items.findIndex(item => item.tab === tab)
    this.#open('', () => this.#home.current?.querySelectorAll('button')[at]?.focus())
  }

  /** The tabs are opened by Enter and Space: a tab may have to load its zone first. */
  #onKeyDown(event: KeyboardEvent, at: number) {
    const tabs = [...this.#tabs.current!.querySelectorAll('button')]
    const [back, forward] = cta.isRightToLeft(this.props) ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const next = { Home: 0, End: -1, [back]: at - 1, [forward]: at + 1 }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    tabs.at(next % tabs.length)!.focus()
  }

  #makeWay = () => {
    const focused = safeDocument().activeElement
    const launcher = this.#launcher.current
    const isAway = Boolean(focused && launcher && focused !== this.props.host && isBehind(focused, launcher))
    if (isAway !== Boolean(this.state.isAway)) this.setState({ isAway })
  }

  #dismiss = () => {
    const { host, reportAction } = this.props
    storeRecord(cta, this.props, { ...this.state, isDismissed: true })
    reportAction({ action: 'dismiss' })
    // The focused button is gone. The zone may be outside of the viewport.
    this.setState({ isDismissed: true }, () =>
      host.shadowRoot!.querySelector<HTMLElement>('.zone')?.focus({ preventScroll: true }),
    )
  }
}

/** Whether the page has the zone, and does not hide it or what it is in. */
const isShown = ({ isConnected, shadowRoot }: ZoneHost) =>
  isConnected && Boolean(shadowRoot!.querySelector('.zone')?.getClientRects().length)

const withoutHash = ({ href }: Pick<Location, 'href'>) => href.replace(/#.*/, '')

/** Whether `element` is covered by `cover`, all of it. Nothing is covered by what the page hides. */
function isBehind(element: Element, cover: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), cover.getBoundingClientRect()]
  return (
    outer.height > 0 &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom &&
    inner.left >= outer.left &&
    inner.right <= outer.right
  )
}

const CHEVRON_RIGHT = 'm9 5 7 7-7 7'
const CHEVRON_LEFT = 'm15 5-7 7 7 7'
const GIFT = 'M4 11h16v9H4zM3 7h18v4H3zm9 0v13M12 7C8 7 6 3 9 3s3 4 3 4 0-4 3-4 1 4-3 4'
