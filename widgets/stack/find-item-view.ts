import type { Rewards } from '../../src/api.js'
import { readObject } from '../readers.js'
import type { FindView, ViewModule } from '../view.js'
import type { StackItemContent } from './stack-content.js'

/** The view of an item. `unknown`: this version does not have the widget, which was reported. `failed`: its code could not be fetched. */
export type ItemView = ViewModule | 'unknown' | 'failed'

export const findItemView = (
  { widget, content }: StackItemContent,
  rewards: Rewards,
  findView: FindView,
): Promise<ItemView> =>
  findView(widget, rewards, content).catch(error => (readObject(error).code ? 'unknown' : 'failed'))
