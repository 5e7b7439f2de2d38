/** @jsxImportSource react */
// An app that uses everything of rewards-web-sdk/react, for versions.test.ts.

import { StrictMode } from 'react'
import { RewardsProvider, RewardsZone, useConsumer, useResource, useRewards, useZone } from 'rewards-web-sdk/react'

interface Offer {
  headline: string
}

export const App = ({ domain }: { domain: string }) => (
  <StrictMode>
    <RewardsProvider options={{ domain }}>
      <RewardsZone
        name="share_experience"
        className="wide"
        data={{ labels: 'refer' }}
        theme={{ accent: '#0b6b3a' }}
        messages={{ your_link: 'Your invitation' }}
      >
        <p>Content of the page</p>
      </RewardsZone>
      <Account />
    </RewardsProvider>
  </StrictMode>
)

function Account() {
  const rewards = useRewards()
  const { level } = useConsumer()
  const { value: offer } = useZone<Offer>('welcome_offer')
  const { value: profile, isLoading } = useResource(({ profile }) => profile.get())
  return (
    <section>
      <h1>{offer?.data?.headline ?? 'No offer yet'}</h1>
      <p>
        You are {level}. {isLoading ? 'Loading …' : `Hello, ${profile?.first_name}.`}
      </p>
      <button type="button" onClick={() => rewards.identify({ email: 'ada@example.com', first_name: 'Ada' })}>
        Sign in
      </button>
      <button type="button" onClick={() => rewards.logout()}>
        Sign out
      </button>
    </section>
  )
}
