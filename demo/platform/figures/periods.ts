/** The numbers of days for which the console shows figures. */
export const periods = [7, 28, 90] as const

export type Period = (typeof periods)[number]

/** The longest period, and the one before it. */
export const KEPT_DAYS = 2 * Math.max(...periods)
