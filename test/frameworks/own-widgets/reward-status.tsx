/** @jsxImportSource react */
import { useEffect, useState } from 'react'
import { useRewards } from '../../../frameworks/react/index.js'
import type { RewardStatus as Answer } from '../../../src/index.js'
import { formatReward, readRewards } from '../../../widgets/headless/index.js'

export function RewardStatus({ reward_name }: { reward_name: string }) {
  const rewards = useRewards()
  const [answer, setAnswer] = useState<Answer>()
  const [hasEnded, setHasEnded] = useState(false)

  useEffect(() => {
    const { signal, abort } = createAbort()
    async function watch() {
      try {
        for await (const next of rewards.rewardStatus.watch({ reward_name }, { signal })) setAnswer(next)
      } finally {
        if (!signal.aborted) setHasEnded(true)
      }
    }
    watch().catch(() => {}) // the runtime has reported the error
    return abort
  }, [rewards, reward_name])

  const status = answer?.status
  const [reward] = readRewards([answer?.reward])
  if (status === 'SUCCEEDED')
    return (
      <p role="status">
        The reward is yours{reward?.value && `: ${formatReward({ ...reward, value: reward.value }, 'en')}`}.
      </p>
    )
  if (status === 'FAILED') return <p role="status">We could not give you this reward.</p>
  return <p role="status">{hasEnded ? 'Check again later.' : 'Your reward is being prepared.'}</p>
}

function createAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
