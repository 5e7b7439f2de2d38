'use client'

import { useConsumer, useResource, useRewards } from 'rewards-web-sdk/react'

/** Shows who the consumer is. A server renders an anonymous consumer whose profile is loading. */
export function Account() {
  const rewards = useRewards()
  const { level } = useConsumer()
  const { value: profile, error, isLoading } = useResource(({ profile }) => profile.get())
  return (
    <>
      <p>
        You are {level}. {profile && `Your id is ${profile.id}.`} {isLoading && 'Loading …'} {error?.message}
      </p>
      {level === 'anonymous' ? (
        <button type="button" onClick={() => rewards.identify({ email: 'ada@example.com' })}>
          I am Ada
        </button>
      ) : (
        <button type="button" onClick={() => rewards.logout()}>
          Log out
        </button>
      )}
    </>
  )
}
