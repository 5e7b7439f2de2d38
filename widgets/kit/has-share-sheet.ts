import type { Rewards } from '../../src/api.js'

/** Whether `rewards.share(…, 'native')` can open a share sheet: that of the native app around the page, or the browser's. */
export const hasShareSheet = ({ shell }: Rewards): boolean => Boolean(shell?.offers('share')) || 'share' in navigator
