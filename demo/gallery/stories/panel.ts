import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const ZONES = ['share_default', 'rewards_states', 'referrals_list']

const rewards = ['2026-02-01', '2026-03-01', '2026-04-01'].map(created_at => ({ state: 'FULFILLED', created_at }))

const panel =
  (more: object = {}, zones = ZONES) =>
  ({ panel }: Copy) => ({
    widget: 'panel',
    headline: panel.title,
    items: panel.items.map(([title, text], at) => ({ title, text, tab: `tab-${at}`, opens: { zone: zones[at] } })),
    ...more,
  })

const LAUNCHER = '[part~="launcher"] [part~="main"]'
const IN_SECTION = '[part="section"]:not([hidden]) rewards-zone'
const SECOND_TAB = '[role="tab"]:nth-child(2)'

export const stories: Story[] = [
  { name: 'panel/launcher', content: panel({ rewards }), readySelector: '[part="badge"]', ownPage: true },
  {
    name: 'panel/launcher-start',
    content: (copy, { gallery }) => ({
      ...panel()(copy),
      text: copy.small,
      corner: 'start',
      image_url: `${gallery}/images/terra-planter.svg`,
    }),
    readySelector: '[part~="launcher"]',
    ownPage: true,
  },
  {
    name: 'panel/tabs',
    content: panel({ rewards }),
    steps: [LAUNCHER],
    readySelector: `${IN_SECTION} [part="channels"]`,
    ownPage: true,
  },
  {
    name: 'panel/locked',
    content: panel(),
    steps: [LAUNCHER, SECOND_TAB],
    readySelector: `${IN_SECTION} h2`,
    ownPage: true,
  },
  {
    name: 'panel/empty',
    content: panel({}, ['share_default', 'zone_empty', 'zone_failed']),
    steps: [LAUNCHER, SECOND_TAB],
    readySelector: '[part="empty"]',
    ownPage: true,
  },
  {
    name: 'panel/failed',
    content: panel({}, ['share_default', 'zone_empty', 'zone_failed']),
    steps: [LAUNCHER, '[role="tab"]:nth-child(3)'],
    readySelector: `${IN_SECTION} [part="failed"]`,
    ownPage: true,
  },
  {
    name: 'panel/home',
    content: panel({ layout: 'home' }),
    steps: [LAUNCHER],
    readySelector: '[part="entry"]',
    ownPage: true,
  },
  {
    name: 'panel/section',
    content: panel({ layout: 'home' }),
    steps: [LAUNCHER, '[part="entry"]'],
    readySelector: `${IN_SECTION} [part="channels"]`,
    ownPage: true,
  },
]
