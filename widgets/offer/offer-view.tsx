/// <reference types="vite/client" />
import { Component } from 'preact'
import { Coupon } from '../kit/coupon.js'
import { Dated } from '../kit/date-text.js'
import { EmailForm } from '../kit/email-form.js'
import { guarded } from '../kit/view-errors.js'
import { LiveRegion } from '../kit/live-region.js'
import type { ViewProps } from '../view.js'
import styles from './offer.css?inline'
import { type OfferContent, readOffer, withCoupon } from './offer-content.js'
import { Sender } from './sender.js'
import { words } from './en.js'

export { styles, words }

/** Welcomes the friend of an advocate: what there is for them, and how to take it. */
export default class OfferView extends Component<ViewProps, { identified?: boolean }> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (isEmpty(readOffer(content)))
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the offer widget needs a headline, reward_text or coupon_code`,
      )
  }

  override render(props: ViewProps) {
    const { content, messages, locale } = props
    const offer = readOffer(content)
    const { headline, reward_text, advocate, expires_at, rules, state } = offer
    const available = state === 'available'
    if (isEmpty(offer)) return null
    return (
      <section part={`card offer ${state}`}>
        <Sender {...advocate} from={messages.offer_from} />
        <h2 part="headline">{headline || messages.offer_headline}</h2>
        {available ? (
          <>
            {reward_text && <p part="reward">{reward_text}</p>}
            {this.#take(offer)}
            {expires_at && (
              <p part="expires">
                <Dated words={messages.offer_until} date={expires_at} locale={locale} />
              </p>
            )}
          </>
        ) : (
          <p part="reason">{messages[`offer_${state}`]}</p>
        )}
        {rules.length > 0 && (
          <details part="rules">
            <summary>{messages.terms}</summary>
            <ul>
              {rules.map(rule => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
    )
  }

  /** The code and the way on, once the person may have them. */
  #take({ coupon_code, continue_url, reveal }: OfferContent) {
    const { messages, rewards, host } = this.props
    const { identified } = this.state
    const asks = reveal === 'email' && !identified && rewards.consumer.level === 'anonymous'
    const code = coupon_code && `${messages.offer_code} ${coupon_code}`
    return (
      <>
        {asks ? (
          <EmailForm
            host={host}
            label={messages.offer_email}
            action={messages.offer_reveal}
            wrong={messages.offer_wrong}
            failed={messages.offer_failed}
            submit={this.#reveal}
          />
        ) : (
          coupon_code && <Coupon {...this.props} label={messages.offer_code} code={coupon_code} />
        )}
        <LiveRegion hidden={!identified || Boolean(code)}>{identified ? code || messages.offer_sent : ''}</LiveRegion>
        {!asks && continue_url && (
          <a part="button main continue" href={withCoupon(continue_url, coupon_code)} onClick={guarded(this.#continue)}>
            {messages.offer_continue}
          </a>
        )}
      </>
    )
  }

  #reveal = async (email: string) => {
    const { rewards, host, act } = this.props
    await rewards.identify({ email })
    act({ action: 'reveal' })
    // What had the focus goes; it stays in its place for what comes instead.
    host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
    this.setState({ identified: true })
  }

  #continue = () => {
    const { rewards, zone, act } = this.props
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    act({ action: 'continue' })
  }
}

const isEmpty = ({ state, headline, reward_text, coupon_code }: OfferContent) =>
  state === 'available' && !headline && !reward_text && !coupon_code
