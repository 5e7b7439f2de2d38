import type { Rewards, Zone } from '../../src/api.js'
import { readObject } from '../readers.js'
import { type Friend, readFriends, readReminder } from '../referrals/referrals-content.js'
import {
  fetchReminderContext,
  isSent,
  type ReminderContext,
  type ReminderResult,
  sendReminder,
} from '../referrals/send-reminder.js'
import { type Behavior, createStore } from './behavior.js'
import { checkArguments } from './check-arguments.js'
import { levelDenied } from './level-denied.js'
import { reportAction } from './report-action.js'

export interface ReferralsState {
  /** The friends, with how far each has come. Undefined until they are loaded. */
  friends: Friend[] | undefined
  /** Why the friends could not be loaded: `scopes_denied` for a consumer who is not verified. */
  error: unknown
  /** Whether friends can be reminded: the content says so, and what it takes is loaded. */
  canRemind: boolean
  /** The result of the last reminder, by the id of the friend. */
  reminders: Readonly<Record<string, ReminderResult | undefined>>
}

/** The `referrals` widget without its markup. Needs a verified consumer. */
export interface ReferralsBehavior extends Behavior<ReferralsState> {
  /**
   * Reminds a friend by email if the address is known. Otherwise opens the share sheet, or copies the link if there is none: call it in the handler of
   * the click. `message` replaces that of the content. Does nothing for a friend who has been reminded, or is being reminded.
   */
  remind(friend: Friend, message?: string): Promise<ReminderResult | undefined>
  /** Loads the friends again. */
  reload(): Promise<void>
}

/** The `referrals` widget without its markup, for a zone whose content is that of the widget. */
export function createReferrals(rewards: Rewards, zone: Zone | undefined): ReferralsBehavior {
  checkArguments('createReferrals', rewards, zone)
  const content = readObject(zone?.data)
  const reminder = readReminder(content)
  const given = Array.isArray(content.referrals) ? readFriends(content.referrals) : undefined
  let context: ReminderContext | undefined
  /** The ids of the friends who are being reminded. */
  const underWay = new Set<string>()

  const { get, set, subscribe } = createStore<ReferralsState>(
    { friends: given, error: undefined, canRemind: false, reminders: {} },
    () => {
      if (zone && !get().friends) reload()
      if (reminder && !context) prepare()
    },
  )

  async function reload() {
    set({ error: undefined })
    try {
      await requireVerified()
      set({ friends: readFriends(await rewards.referrals.fromMe()) })
    } catch (error) {
      set({ error })
    }
  }

  /** Before the click: browsers allow the share sheet and the clipboard only in its task. The runtime reports an error. */
  const prepare = () =>
    requireVerified()
      .then(() => fetchReminderContext(rewards))
      .then(
        fetched => {
          context = fetched
          set({ canRemind: true })
        },
        () => {},
      )

  async function requireVerified() {
    const { level } = rewards.consumer.level === 'verified' ? rewards.consumer : await rewards.recognize()
    if (level !== 'verified') throw levelDenied('The list of friends', 'verified')
  }

  return {
    get,
    subscribe,
    reload,
    async remind(friend, message = reminder?.message ?? '') {
      const { reminders } = get()
      if (!context || !reminder || underWay.has(friend.id) || isSent(reminders[friend.id])) return undefined
      underWay.add(friend.id)
      const result = await sendReminder(rewards, context, friend, { ...reminder, message })
      underWay.delete(friend.id)
      set({ reminders: { ...get().reminders, [friend.id]: result } })
      reportAction(zone, { action: 'remind', ...result })
      return result
    },
  }
}
