import type { Rewards } from '../../src/api.js'
import { object } from '../read.js'
import { findView, type ViewModule } from '../views.js'
import type { StackItem } from './stack-content.js'

/** What draws an item: `unknown` where no widget is called so, which is told, `failed` where its code did not come. */
export type Found = ViewModule | 'unknown' | 'failed'

export const findItem = ({ widget, content }: StackItem, rewards: Rewards): Promise<Found> =>
  findView(widget, rewards, content).catch(error => (object(error).code ? 'unknown' : 'failed'))
