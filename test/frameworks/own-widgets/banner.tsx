/** @jsxImportSource react */
import { useRef, useState } from 'react'
import { RewardsZone, useRewards, useZone } from '../../../frameworks/react/index.js'
import type { CtaZone } from '../../../src/index.js'

export function Banner({ name = 'global_header' }) {
  const rewards = useRewards()
  const zone = useZone<CtaZone>(name)
  const dialog = useRef<HTMLDialogElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { text, opens } = zone.value?.data ?? {}

  function open() {
    setWasOpened(true)
    dialog.current?.showModal()
    rewards.track(`${name}_tap`, { campaign_id: zone.value?.campaign_id })
  }

  if (!opens) return null
  return (
    <aside>
      <button onClick={open}>{text}</button>
      <dialog ref={dialog} aria-label={text}>
        <button onClick={() => dialog.current?.close()}>Close</button>
        {wasOpened && <RewardsZone name={opens.zone} data={opens.data} />}
      </dialog>
    </aside>
  )
}
