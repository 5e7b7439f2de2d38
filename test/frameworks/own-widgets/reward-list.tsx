/** @jsxImportSource react */
import { useZone } from '../../../frameworks/react/index.js'
import type { RewardsListZone } from '../../../src/index.js'
import { formatReward, isOver, nextStep, type RewardContent, readRewards } from '../../../widgets/headless/index.js'

const NEXT: Record<ReturnType<typeof nextStep>, string> = {
  use: 'Enter this code at checkout.',
  follow: 'Open your reward to use it.',
  PENDING: 'We are reviewing this reward.',
  EARNED: 'We will get this reward ready after a final check.',
  FULFILLED: 'Your reward is ready.',
  SENT: 'Check your inbox.',
  REDEEMED: 'You have used this reward.',
  EXPIRED: 'This reward expired.',
  FAILED: 'Your reward is delayed.',
  CANCELED: 'This reward was canceled.',
  REVOKED: 'This reward was revoked.',
  OTHER: 'More details will appear here soon.',
}

export function RewardList() {
  const zone = useZone<RewardsListZone>('my_rewards')
  if (!zone.value) return <p>Loading …</p>
  const rewards = readRewards(zone.value.data?.rewards)
  if (!rewards.length) return <p>{zone.value.data?.empty_text ?? 'No rewards yet.'}</p>
  return (
    <ul>
      {rewards.map((reward, index) => (
        <li key={index} style={{ opacity: isOver(reward) ? 0.6 : 1 }}>
          <RewardItem {...reward} />
        </li>
      ))}
    </ul>
  )
}

function RewardItem(reward: RewardContent) {
  const { value, type, program, code, url, earned } = reward
  const next = nextStep(reward)
  return (
    <>
      <strong>{value === undefined ? program : formatReward({ value, type }, 'en')}</strong> <span>{NEXT[next]}</span>{' '}
      {next === 'use' && <code>{code}</code>}
      {next === 'follow' && <a href={url}>Open</a>}
      {earned && <small>Earned {earned.toLocaleDateString('en', { dateStyle: 'long' })}</small>}
    </>
  )
}
