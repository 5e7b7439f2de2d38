/// <reference types="vite/client" />
import { Component } from 'preact'
import type { ZoneDialog } from '../cta/zone-dialog.js'
import { enclosingButton } from '../enclosing-button.js'
import { Button } from '../kit/button.js'
import { focusZone } from '../kit/focus-zone.js'
import { Icon } from '../kit/icon.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import { en as ownTexts } from './en.js'
import styles from './hero.css?inline'
import { type HeroAction, type HeroContent, MAX_ACTIONS, readHero } from './hero-content.js'

export { styles }

/** A button without a text, and the dialog, have the texts of `cta`, so all languages have them. */
export const en = { ...ownTexts, cta_open: 'Learn more', cta_close: 'Close' }

interface HeroState {
  /** The code of the dialog, once it has loaded. */
  Dialog?: typeof ZoneDialog
  /** Whether the visitor has started the video behind the text. It then stands above the text, where its controls can be used. */
  isStarted?: boolean
  /** What could not be loaded, by its address. */
  broken: string[]
}

/** Fetches the dialog of `cta`, in which an action opens its zone. */
const loadDialog = async () => (await import('../cta/cta-view.js')).ZoneDialog

/** A headline with a picture or a video, a text and one or two calls to action. */
export default class HeroView extends Component<ViewProps, HeroState> {
  override state: HeroState = { broken: [] }
  readonly #dialogs: ZoneDialog[] = []

  override componentDidMount() {
    const { rewards, zone, content } = this.props
    const { actions, ...hero } = readHero(content)
    if (isEmpty(hero))
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the hero widget needs a headline, text, image_url or video`,
      )
    const rule = `Each needs opens.zone or a url, and the widget shows at most ${MAX_ACTIONS}`
    reportLeftOut(this.props, 'actions', actions.length, rule)
    // A press then opens the dialog without a wait. If this fails, the press tries again.
    if (actions.some(({ opens }) => opens)) loadDialog().catch(() => {})
  }

  override render({ content, locale, host, messages }: ViewProps, { Dialog, isStarted, broken }: HeroState) {
    const hero = readHero(content)
    if (isEmpty(hero)) return null
    const video = hero.video && !broken.includes(hero.video.url) ? hero.video : undefined
    const poster = hero.video?.poster_url ?? hero.image_url
    const image = poster && !broken.includes(poster) ? poster : undefined
    const isBehind = hero.layout === 'behind' && !isStarted
    const layout = !video && !image ? 'plain' : isBehind || hero.layout !== 'behind' ? hero.layout : 'above'
    return (
      <>
        <section part={`card hero ${layout}`}>
          {video && !isBehind
            ? this.#renderVideo(hero, video)
            : image && (
                <img
                  part="media image"
                  src={image}
                  alt={hero.image_alt}
                  lang={locale}
                  onError={catchErrors(this.#onBroken)}
                />
              )}
          <div part="body">
            {hero.headline && (
              <h2 part="headline" lang={locale}>
                {hero.headline}
              </h2>
            )}
            {hero.text && (
              <p part="text" lang={locale}>
                {hero.text}
              </p>
            )}
            {!enclosingButton(host) && (
              <div part="actions">
                {hero.actions.map(this.#renderAction)}
                {video && isBehind && (
                  <Button kind="quiet" onClick={this.#start}>
                    <Icon path={PLAY} />
                    {messages.hero_play}
                  </Button>
                )}
              </div>
            )}
          </div>
        </section>
        {Dialog &&
          hero.actions.map(
            ({ text, opens }, index) =>
              opens && (
                <Dialog
                  // biome-ignore lint/suspicious/noArrayIndexKey: when the zone loads again, an action at the same place is the same action.
                  key={index}
                  {...this.props}
                  onMount={dialog => {
                    this.#dialogs[index] = dialog
                  }}
                  label={text || messages.cta_open}
                  lang={text ? this.props.locale : undefined}
                  opens={opens}
                />
              ),
          )}
      </>
    )
  }

  /** No file of the video is fetched before the visitor plays it, and it never plays by itself. */
  #renderVideo({ headline }: HeroContent, { url, poster_url, captions_url }: NonNullable<HeroContent['video']>) {
    const { locale, reportAction } = this.props
    return (
      // biome-ignore lint/a11y/useMediaCaption: the content may have captions.
      <video
        part="media video"
        poster={poster_url}
        preload="none"
        controls
        playsInline
        // A browser loads captions from another host only for such a video.
        crossOrigin={captions_url ? 'anonymous' : undefined}
        // After `preload` and `crossOrigin`, which say how it is loaded.
        src={url}
        aria-label={headline || undefined}
        lang={locale}
        onPlay={catchErrors(() => reportAction({ action: 'play' }))}
        onError={catchErrors(this.#onBroken)}
        ref={this.#video}
      >
        {captions_url && <track kind="captions" src={captions_url} srcLang={locale} default />}
      </video>
    )
  }

  #renderAction = ({ text, opens, url }: HeroAction, index: number) => {
    const { locale, messages } = this.props
    const kind = index ? 'quiet' : 'main'
    const label = text || messages.cta_open
    const lang = text ? locale : messages.lang
    return opens ? (
      <Button key={index} kind={kind} lang={lang} onClick={event => this.#open(event, index)}>
        {label}
      </Button>
    ) : (
      <a key={index} part={`button ${kind}`} lang={lang} href={url} onClick={catchErrors(this.#continue)}>
        {label}
      </a>
    )
  }

  #open = async ({ currentTarget }: Event, index: number) => {
    const Dialog = this.state.Dialog ?? (await loadDialog())
    this.setState({ Dialog }, () => this.#dialogs[index]?.open(currentTarget as HTMLElement))
  }

  #continue = () => {
    const { rewards, zone, reportAction } = this.props
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    reportAction({ action: 'continue' })
  }

  #start = () => this.setState({ isStarted: true })

  /** The visitor has asked for a video that stood behind the text: it plays at once, and has the focus in place of the button. */
  #video = (video: HTMLVideoElement | null) => {
    if (!video || !this.state.isStarted) return
    video.focus()
    // A browser that refuses leaves the controls to the visitor.
    video.play()?.catch(() => {})
  }

  /** In place of a video that cannot be loaded, its poster is shown; in place of a picture, nothing. The focus of the video goes to the zone. */
  #onBroken = ({ currentTarget }: Event) => {
    const media = currentTarget as HTMLImageElement | HTMLVideoElement
    if (media.matches(':focus')) focusZone(this.props.host)
    this.setState({ broken: [...this.state.broken, media.src] })
  }
}

const isEmpty = ({ headline, text, image_url, video }: Omit<HeroContent, 'actions'>) =>
  !headline && !text && !image_url && !video

const PLAY = 'M8 5v14l11-7z'
