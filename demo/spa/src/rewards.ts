import { createRewards } from 'rewards-web-sdk'

const { content: domain } = document.querySelector<HTMLMetaElement>('meta[name=program-domain]')!

/** The runtime of the page. Every `<rewards-zone>` uses it automatically. */
export const rewards = createRewards({ domain })
