import type { Rewards } from '../../src/api.js'
import type { ViewModule } from '../view.js'

/** Wraps the loader of a view that shows private data. A consumer who is not verified gets the view that says how to verify. */
export const verifiedOnly =
  (load: () => Promise<ViewModule>) =>
  async ({ consumer }: Rewards): Promise<ViewModule> =>
    consumer.level === 'verified' ? load() : import('./locked-view.js')
