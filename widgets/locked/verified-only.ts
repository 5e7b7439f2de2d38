import type { Rewards } from '../../src/api.js'
import type { ViewModule } from '../view.js'

/** The view of what is private, for a verified consumer alone: below that its place is taken by what it takes to become one. */
export const verified =
  (load: () => Promise<ViewModule>) =>
  async ({ consumer }: Rewards): Promise<ViewModule> =>
    consumer.level === 'verified' ? load() : import('./locked-view.js')
