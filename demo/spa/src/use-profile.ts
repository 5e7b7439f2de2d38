import { useEffect, useState } from 'react'
import type { Profile, RewardsError } from 'rewards-web-sdk'
import { rewards } from './rewards.js'
import { useLevel } from './use-level.js'

export type ProfileState = { profile?: Profile; error?: RewardsError }

/** The consumer's profile. Fetches it again when the level changes. */
export function useProfile(): ProfileState {
  const level = useLevel()
  const [state, setState] = useState<ProfileState>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect does not read the level, but the response depends on it.
  useEffect(() => {
    let current = true
    const show = (next: ProfileState) => current && setState(next)
    rewards.profile.get().then(
      profile => show({ profile }),
      error => show({ error }),
    )
    return () => {
      current = false
    }
  }, [level])
  return state
}
