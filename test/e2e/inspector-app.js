// The app of docs/inspector.md, for the npm package. A test compares them.

import { createRewards } from 'rewards-web-sdk'
import 'rewards-web-sdk/widgets'

const isAsked = new URLSearchParams(location.search).get('rewards_debug') === '1'
const inspector = isAsked ? await import('rewards-web-sdk/debug') : undefined

const rewards = createRewards({ domain: 'https://share.brand.example', fetch: inspector?.recordCalls() })
inspector?.openInspector(rewards)
rewards.mount('#app', 'share_experience')
