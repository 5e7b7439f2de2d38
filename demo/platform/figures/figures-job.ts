import type { TransactionKind } from '../jobs/job-kind.js'
import { computeFigures } from './compute-figures.js'
import { findAttention } from './find-attention.js'

/** Figures are never older than the longest pause and the time of a run. */
const PAUSE_MS = { shortest: 30_000, longest: 240_000 }

/** The pause after a run lasts this many times as long as the run. */
const PAUSES_FOR_RUN = 50

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

export const pauseAfter = (runMs: number): number =>
  Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.shortest, runMs * PAUSES_FOR_RUN))
