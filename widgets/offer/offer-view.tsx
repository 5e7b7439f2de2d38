/// <reference types="vite/client" />
import { Component } from 'preact'
import { safeDocument } from '../../src/base/safe-document.js'
import { Coupon } from '../kit/coupon.js'
import { TextWithDate } from '../kit/date-text.js'
import { EmailForm } from '../kit/email-form.js'
import { focusZone } from '../kit/focus-zone.js'
import { LiveRegion } from '../kit/live-region.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { catchErrors } from '../kit/view-errors.js'
import { MAX_ITEMS } from '../readers.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import styles from './offer.css?inline'
import { needsEmail, type OfferContent, readOffer, withCoupon } from './offer-content.js'
import { Sender } from './sender.js'

export { en, styles }

/** Timers of more than 24 days end at once. */
const DAY_MS = 86_400_000

interface OfferViewState {
  /** Whether the friend has entered an email address here. */
  isIdentified?: boolean
}

/** An offer for the friend of an advocate: who has sent it, what the friend gets, and the code. */
export default class OfferView extends Component<ViewProps, OfferViewState> {
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    safeDocument().addEventListener('visibilitychange', this.#redraw)
    this.componentDidUpdate()
    const { rewards, zone, content } = this.props
    if (isEmpty(readOffer(content)))
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the offer widget needs a headline, reward_text or coupon_code`,
      )
    reportLeftOut(this.props, 'rules', MAX_ITEMS)
  }

  /** An offer may end while the page is open. */
  override componentDidUpdate() {
    clearTimeout(this.#timer)
    const { state, expires_at } = readOffer(this.props.content)
    if (state === 'available' && expires_at)
      this.#timer = setTimeout(this.#redraw, Math.min(Number(expires_at) - Date.now() + 1, DAY_MS))
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
    safeDocument().removeEventListener('visibilitychange', this.#redraw)
  }

  override render({ content, locale, messages }: ViewProps) {
    const offer = readOffer(content)
    const { headline, advocate, rules, state } = offer
    if (isEmpty(offer)) return null
    return (
      <section part={`card offer ${state}`}>
        <Sender {...advocate} from={messages.offer_from} />
        <h2 part="headline" lang={headline ? locale : messages.lang}>
          {headline || messages.offer_headline}
        </h2>
        {state === 'available' ? this.#renderReward(offer) : <p part="reason">{messages[`offer_${state}`]}</p>}
        {rules.length > 0 && (
          <details part="rules">
            <summary>{messages.terms}</summary>
            <ul lang={locale}>
              {rules.map(rule => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
    )
  }

  #redraw = () => this.forceUpdate()

  #renderReward(offer: OfferContent) {
    const { messages, locale, rewards } = this.props
    const { reward_text, coupon_code, continue_url, expires_at } = offer
    const isHidden = !this.state.isIdentified && needsEmail(offer, rewards)
    return (
      <>
        {reward_text && (
          <p part="reward" lang={locale}>
            {reward_text}
          </p>
        )}
        {isHidden
          ? this.#renderForm()
          : coupon_code && <Coupon {...this.props} label={messages.offer_code} code={coupon_code} />}
        {this.#renderAnnouncement(coupon_code)}
        {!isHidden && continue_url && (
          <a
            part="button main continue"
            href={withCoupon(continue_url, coupon_code)}
            onClick={catchErrors(this.#continue)}
          >
            {messages.offer_continue}
          </a>
        )}
        {expires_at && (
          <p part="expires">
            <TextWithDate text={messages.offer_until} date={expires_at} locale={locale} />
          </p>
        )}
      </>
    )
  }

  #renderForm() {
    const { messages, host } = this.props
    return (
      <EmailForm
        host={host}
        label={messages.offer_email}
        submitLabel={messages.offer_reveal}
        invalidText={messages.offer_wrong}
        failedText={messages.offer_failed}
        submit={this.#reveal}
      />
    )
  }

  /** Announces the code to screen readers. If the content has no code, the program sends it by email, and everybody sees this text. */
  #renderAnnouncement(coupon_code: string) {
    const { messages } = this.props
    const { isIdentified } = this.state
    const code = coupon_code && `${messages.offer_code} ${coupon_code}`
    return (
      <LiveRegion hidden={!isIdentified || Boolean(code)}>{isIdentified ? code || messages.offer_sent : ''}</LiveRegion>
    )
  }

  #reveal = async (email: string) => {
    const { rewards, host, reportAction } = this.props
    await rewards.identify({ email })
    reportAction({ action: 'reveal' })
    focusZone(host)
    this.setState({ isIdentified: true })
  }

  #continue = () => {
    const { rewards, zone, reportAction } = this.props
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    reportAction({ action: 'continue' })
  }
}

const isEmpty = ({ state, headline, reward_text, coupon_code }: OfferContent) =>
  state === 'available' && !headline && !reward_text && !coupon_code
