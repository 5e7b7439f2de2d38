import { RewardsZone } from 'rewards-web-sdk/react'

/** A server component: the zone is part of its HTML, with all settings. */
export default function SharePage() {
  return (
    <>
      <h1>Good things, shared</h1>
      <RewardsZone
        name="share_experience"
        data={{ labels: 'refer' }}
        theme={{ accent: '#0b6b3a' }}
        messages={{ your_link: 'Your invitation' }}
      />
    </>
  )
}
