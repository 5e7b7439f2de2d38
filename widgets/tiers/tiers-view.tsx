/// <reference types="vite/client" />
import { Component } from 'preact'
import { FilledText } from '../kit/filled-text.js'
import { Headline } from '../kit/headline.js'
import { Icon } from '../kit/icon.js'
import { CHECK } from '../kit/icon-paths.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { formatMessage } from '../messages/format-message.js'
import { MAX_ITEMS, readObject, readTexts } from '../readers.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import styles from './tiers.css?inline'
import { readTiers, type Tier, type TiersContent } from './tiers-content.js'

export { en, styles }

/** The tiers of a program, where the consumer stands, and what the next tier takes. */
export default class TiersView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    const { length } = readTiers(content).tiers
    if (!length) rewards.report('unsupported_content', `Zone ${zone.name}: the tiers widget needs tiers; got none`)
    const rule = (needs: string) => `Each needs ${needs}, and the widget shows at most ${MAX_ITEMS}`
    const given = Array.isArray(content.tiers) ? content.tiers.map(readObject) : []
    const benefits = given.flatMap(tier => (Array.isArray(tier.benefits) ? tier.benefits : []))
    const shown = given.flatMap(tier => readTexts(tier.benefits))
    reportLeftOut(
      { ...this.props, content: { benefits } },
      'benefits',
      shown.length,
      `Each needs a text, and a tier shows at most ${MAX_ITEMS}`,
    )
    reportLeftOut(this.props, 'tiers', length, rule('a title and a threshold, a number from 0'))
    if (!Array.isArray(content.tiers))
      reportLeftOut(this.props, 'goals', length, rule('a title and a target, a number from 0'))
  }

  override render({ content, locale, messages }: ViewProps) {
    const given = readTiers(content)
    const { change, tiers } = given
    if (!tiers.length) return null
    return (
      <section part="card tiers">
        <Headline content={content} locale={locale} messages={messages} fallback="" />
        {change && (
          <p part={`change ${change.kind}`}>
            <FilledText text={messages[`tiers_${change.kind}`]} placeholder="{name}">
              <b lang={locale}>{change.tier.title}</b>
            </FilledText>
          </p>
        )}
        {given.current !== undefined && this.#renderStanding(given, given.current)}
        <ol part="list" aria-label={messages.tiers_label}>
          {tiers.map(each => this.#renderTier(each, given))}
        </ol>
      </section>
    )
  }

  #renderStanding({ tier, next }: TiersContent, current: number) {
    const { locale, messages } = this.props
    return (
      <div part="standing">
        <div part="line">
          {tier ? (
            <b part="name" lang={locale}>
              {tier.title}
            </b>
          ) : (
            <b part="name">{messages.tiers_none}</b>
          )}
          <span part="count">
            {next
              ? formatMessage(locale, messages.tiers_progress, { current, target: next.threshold })
              : messages.tiers_top}
          </span>
        </div>
        {next && (
          <>
            <progress part="progress" value={current} max={next.threshold} aria-label={next.title} lang={locale} />
            <p part="next">
              <FilledText text={messages.tiers_next} placeholder="{name}">
                <span lang={locale}>{next.title}</span>
              </FilledText>
            </p>
          </>
        )}
      </div>
    )
  }

  #renderTier(each: Tier, { tier, current = -1 }: TiersContent) {
    const { locale, messages } = this.props
    const isCurrent = each === tier
    const isReached = each.threshold <= current
    return (
      <li
        key={each.title}
        part={`tier ${isCurrent ? 'current' : isReached ? 'reached' : ''}`}
        aria-current={isCurrent || undefined}
      >
        <b lang={locale}>{each.title}</b>
        <span part="count">
          {isCurrent
            ? messages.tiers_current
            : formatMessage(locale, messages.tiers_from, { threshold: each.threshold })}
        </span>
        {each.benefits.length > 0 && (
          <ul part="benefits">
            {each.benefits.map(benefit => (
              <li key={benefit} lang={locale}>
                <Icon path={CHECK} />
                <span>{benefit}</span>
              </li>
            ))}
          </ul>
        )}
      </li>
    )
  }
}
