import type * as reports from './reports.js'

export type Reports = typeof reports

/** Runs a report about a zone, whose code is loaded for it. Where that code cannot be loaded, nothing is reported, and the zone works all the same. */
export const withReports = (report: (loaded: Reports) => unknown): Promise<unknown> =>
  import('./reports.js').then(report).catch(() => {})
