// Paths for `Icon` that several modules use.
export const CHECK = 'm5 12 5 5 9-10'
export const CLOSE = 'm6 6 12 12m0-12L6 18'
export const ENVELOPE = 'M3 5h18v14H3zm0 1 9 7 9-7'
