export interface Limits {
  /** Requests a minute from one address or with one token (specification 8; contract: 100). */
  perMinute: number
  /** Requests a second of one identified person (contract: 10). */
  perSecond: number
}

export const defaultLimits: Limits = { perMinute: 100, perSecond: 10 }
