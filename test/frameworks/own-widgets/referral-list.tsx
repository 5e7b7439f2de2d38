/** @jsxImportSource react */
import { useReferrals, useZone } from '../../../frameworks/react/index.js'
import type { ReferralsZone } from '../../../src/index.js'
import type { ReminderResult } from '../../../widgets/headless/index.js'

const STATES = { invited: 'Invited', visited: 'Visited', joined: 'Signed up', bought: 'Made a purchase' }

function describe({ channel, outcome }: ReminderResult) {
  if (outcome === 'failed') return 'Try again.'
  return channel === 'copy' ? 'Link copied. Send it to your friend.' : 'Your reminder is on its way.'
}

export function ReferralList() {
  const zone = useZone<ReferralsZone>('my_friends')
  const { friends, error, canRemind, reminders, remind, reload } = useReferrals(zone.value)
  if (error) return <button onClick={reload}>Load my friends again</button>
  if (!friends) return <p>Loading …</p>
  if (!friends.length) return <p>Friends who use your link appear here.</p>
  return (
    <ul>
      {friends.map(friend => {
        const reminder = reminders[friend.id]
        return (
          <li key={friend.id}>
            <b>{friend.first_name || 'A friend'}</b> {STATES[friend.state]}
            {friend.since && <small> {friend.since.toLocaleDateString('en', { dateStyle: 'medium' })}</small>}
            {canRemind && friend.state !== 'bought' && (
              <button onClick={() => remind(friend, 'My link still works:')}>Remind {friend.first_name}</button>
            )}
            {reminder && <span role="status">{describe(reminder)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
