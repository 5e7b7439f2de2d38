/** @jsxImportSource hono/jsx */
import type { Attention } from '../figures/find-attention.js'
import { numberText } from './figure-texts.js'
import { zonePath } from './zone-campaign.js'

interface Notice {
  href: string
  text: string
}

const things = (count: number, one: string, many: string) => `${numberText(count)} ${count === 1 ? one : many}`

/** What each kind means, and where somebody can do something about it. */
const notices: Record<Attention['kind'], (attention: Attention) => Notice> = {
  failed_rewards: ({ count }) => ({
    href: '/console/rewards?state=FAILED',
    text: things(count, 'reward has failed', 'rewards have failed'),
  }),
  waiting_rewards: ({ count }) => ({
    href: '/console/rewards',
    text: things(count, 'reward waits for your approval', 'rewards wait for your approval'),
  }),
  dead_messages: ({ count }) => ({
    href: '/console/webhooks',
    text: things(count, 'message to a webhook was not delivered', 'messages to webhooks were not delivered'),
  }),
  disabled_webhooks: ({ count }) => ({
    href: '/console/webhooks',
    text: things(count, 'webhook is disabled: its receiver failed', 'webhooks are disabled: their receivers failed'),
  }),
  dead_jobs: ({ count }) => ({
    href: '/console/work',
    text: things(count, 'job in the background has failed', 'jobs in the background have failed'),
  }),
  empty_zone: ({ count, subject = '' }) => ({
    href: zonePath(subject),
    text: `The zone ${subject} has no content: ${things(count, 'request', 'requests')} in 24 hours`,
  }),
  refused_events: ({ count }) => ({
    href: '/console/refusals',
    text: `${things(count, 'event', 'events')} of your pages or backend could not be recorded in 7 days`,
  }),
  deletion_requests: ({ count }) => ({
    href: '/console/requests',
    text: `${things(count, 'person asks', 'people ask')} for the deletion of their data`,
  }),
  refused_clicks: ({ count }) => ({
    href: '/console/refusals',
    text: `${things(count, 'click', 'clicks')} on links that do not exist in 7 days`,
  }),
}

/** What somebody should look at, each with a link to its page. */
export const AttentionList = ({ attention }: { attention: Attention[] }) => (
  <section class="attention" aria-labelledby="attention">
    <h2 id="attention">Needs attention</h2>
    {attention.length ? (
      <ul>
        {attention
          .map(each => notices[each.kind](each))
          .map(({ href, text }) => (
            <li>
              <a href={href}>{text}</a>
            </li>
          ))}
      </ul>
    ) : (
      <p>Nothing needs your attention.</p>
    )}
  </section>
)
