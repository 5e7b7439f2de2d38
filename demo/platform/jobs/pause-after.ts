/** What a job computes is never older than the longest pause and the time of a run. */
const PAUSE_MS = { shortest: 30_000, longest: 240_000 }

/** The pause after a run lasts this many times as long as the run. */
const PAUSES_FOR_RUN = 50

/** How long a job that reads whole tables pauses: it runs often where it is fast, and at least each four minutes. */
export const pauseAfter = (runMs: number): number =>
  Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.shortest, runMs * PAUSES_FOR_RUN))
