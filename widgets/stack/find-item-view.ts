import type { Rewards } from '../../src/api.js'
import { object } from '../readers.js'
import type { FindView, ViewModule } from '../view.js'
import type { StackItem } from './stack-content.js'

/** What draws an item. `unknown`: there is no widget of this name, which has been reported. `failed`: its code could not be fetched. */
export type Found = ViewModule | 'unknown' | 'failed'

export const findItem = ({ widget, content }: StackItem, rewards: Rewards, findView: FindView): Promise<Found> =>
  findView(widget, rewards, content).catch(error => (object(error).code ? 'unknown' : 'failed'))
