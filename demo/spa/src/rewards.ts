import { createRewards } from 'rewards-web-sdk'

const { content: domain } = document.querySelector<HTMLMetaElement>('meta[name=program-domain]')!

/** The page's one runtime: every `<rewards-zone>` finds it by itself. */
export const rewards = createRewards({ domain })
