/** @jsxImportSource react */
import type { ComponentType } from 'react'
import { useReferrals, useShare, useZone } from '../../../frameworks/react/index.js'
import type { StackZone, Zone } from '../../../src/index.js'
import { readTotals } from '../../../widgets/headless/index.js'

const WIDGETS: Record<string, ComponentType<{ zone: Zone }>> = { share: MyLink, stats: MyResults, referrals: MyFriends }

export function Dashboard() {
  const { value } = useZone<StackZone>('my_account')
  return (
    <>
      {value?.data?.items?.map((item, index) => {
        const Widget = WIDGETS[item.widget]
        return (
          Widget && (
            <section key={index}>
              <h2>{item.title}</h2>
              <Widget zone={{ ...value, data: item }} />
            </section>
          )
        )
      })}
    </>
  )
}

function MyLink({ zone }: { zone: Zone }) {
  const { shareable, result, share } = useShare(zone)
  if (!shareable) return <p>Loading …</p>
  return (
    <p>
      {shareable.link}{' '}
      <button onClick={() => share('copy')}>{result?.outcome === 'handed_off' ? 'Copied' : 'Copy'}</button>
    </p>
  )
}

function MyResults({ zone }: { zone: Zone }) {
  const { clicks = 0, conversions = 0 } = readTotals(zone.data)
  return (
    <p>
      {clicks} visits, {conversions} purchases
    </p>
  )
}

function MyFriends({ zone }: { zone: Zone }) {
  const { friends } = useReferrals(zone)
  return <p>{friends ? `${friends.length} friends` : 'Loading …'}</p>
}
