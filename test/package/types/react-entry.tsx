import { useRef } from 'react'
import { createRewards, type RewardsError } from 'rewards-web-sdk'
import { RewardsProvider, RewardsZone, useConsumer, useResource, useRewards, useZone } from 'rewards-web-sdk/react'
import type { RewardsZoneElement } from 'rewards-web-sdk/widgets'

interface Terms {
  headline?: string
}

const rewards = createRewards({ domain: '/rewards' })

export function App() {
  const zone = useRef<RewardsZoneElement>(null)
  return (
    <RewardsProvider rewards={rewards}>
      <RewardsProvider options={{ domain: '/rewards', consent: 'tcf' }}>
        <RewardsZone
          ref={zone}
          name="share_experience"
          className="wide"
          aria-label="Share"
          loading="lazy"
          data={{ labels: 'refer' }}
          theme={{ accent: '#0b6b3a' }}
          messages={{ copy: 'Take it' }}
          onZoneLoad={event => event.target}
          onZoneError={({ detail }) => detail satisfies RewardsError}
          onViewed={({ detail }) => detail.zone}
          onAction={({ detail }) => detail.zone + detail.action}
        />
        <Content />
      </RewardsProvider>
      {/* @ts-expect-error: the name is missing */}
      <RewardsZone />
      {/* @ts-expect-error: not a widget */}
      <RewardsZone name="terms" widget="shar" />
      {/* @ts-expect-error: an error event has no `zone` */}
      <RewardsZone name="terms" onZoneError={({ detail }) => detail.zone} />
      {/* @ts-expect-error: neither options nor a runtime */}
      <RewardsProvider />
      {/* @ts-expect-error: the domain is missing */}
      <RewardsProvider options={{ consent: 'denied' }} />
    </RewardsProvider>
  )
}

function Content() {
  const { level } = useConsumer()
  const { value: zone, error, isLoading } = useZone<Terms>('terms', { data: { labels: 'refer' } })
  const { value: shares, reload } = useResource(
    (rewards, signal) => (signal.aborted ? Promise.reject() : rewards.shares.list()),
    [level],
  )
  const { track } = useRewards()
  // @ts-expect-error: not a level
  const isUnknown = level === 'unknown'
  // @ts-expect-error: undefined until it is loaded
  zone.name
  // @ts-expect-error: not in the content
  zone?.data?.title
  return (
    <button type="button" onClick={() => track('clicked').then(reload)} disabled={isLoading || isUnknown}>
      {zone?.data?.headline} {error?.code} {shares?.length}
    </button>
  )
}
