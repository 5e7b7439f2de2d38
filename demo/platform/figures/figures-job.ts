import type { TransactionKind } from '../jobs/job-kind.js'
import { pauseAfter } from '../jobs/pause-after.js'
import { computeFigures } from './compute-figures.js'
import { findAttention } from './find-attention.js'

/**
 * The job that computes the figures of the console. It runs often where it is fast, and at least each four minutes. The first run of a database computes the
 * past.
 */
export const figures: TransactionKind = {
  name: 'figures',
  title: 'Figures of the console',
  atOnce: 1,
  recurs: true,
  async run(domain) {
    const now = domain.settings.now()
    const started = performance.now()
    await computeFigures(domain)
    await findAttention(domain)
    return new Date(now + pauseAfter(performance.now() - started))
  },
}
