import type { Copy } from '../copy/index.js'
import type { GalleryUrls, Story } from './story.js'

interface Row {
  rank: number | null
  name: string | null
  value: number
  image_url?: string
  own?: boolean
}

const person = (rank: number, name: string, value: number): Row => ({ rank, name, value })

/** Two people share the second rank. The first has a picture. */
const first = ({ friend }: Copy, { gallery }: GalleryUrls): Row[] => [
  { rank: 1, name: 'Grace H.', image_url: `${gallery}/images/olive-tree.svg`, value: 24 },
  person(2, `${friend} L.`, 17),
  person(2, 'Charles B.', 17),
  { rank: 4, name: null, value: 9 },
  person(5, 'Wilhelmina von der Vogelweide-Hohenstein F.', 6),
]

const me = (rank: number | null, value: number): Row => ({ rank, name: 'Mary S.', value, own: true })

/** A long list. */
const many = Array.from({ length: 45 }, (_, at) => person(at + 1, `${'ABCDEFGHIJ'[at % 10]}na K.`, 1_500 - at * 3))

const board = (rows: Row[], more: object = {}, opted_in = true) => ({
  widget: 'leaderboard',
  period: 'month',
  ranks: { rows, ends_at: '2026-03-31', opted_in },
  ...more,
})

export const stories: Story[] = [
  {
    name: 'leaderboard/month',
    content: (copy, urls) => board([...first(copy, urls).slice(0, 3), me(4, 11), ...first(copy, urls).slice(4)]),
    consumer: 'verified',
  },
  {
    name: 'leaderboard/beyond',
    content: (copy, urls) => board([...first(copy, urls), me(4_512, 1)], {}, false),
    consumer: 'verified',
  },
  {
    name: 'leaderboard/first',
    content: ({ titles }, urls) => ({
      ...board([me(1, 1_234_567), person(2, 'Grace H.', 999_999)], {
        counts: 'planted_tree',
        period: 'all',
        headline: titles.goals,
      }),
      ranks: {
        rows: [
          { ...me(1, 1_234_567), image_url: `${urls.gallery}/images/olive-tree.svg` },
          person(2, 'Grace H.', 999_999),
        ],
      },
    }),
    consumer: 'verified',
  },
  {
    name: 'leaderboard/long',
    content: () => board([...many, me(97, 3)], { counts: 'rewards', period: 'year' }),
    consumer: 'verified',
  },
  {
    name: 'leaderboard/unranked',
    content: (copy, urls) => board([...first(copy, urls).slice(0, 3), me(null, 0)], { period: 'week' }, false),
    consumer: 'verified',
  },
  { name: 'leaderboard/empty', content: () => board([me(null, 0)], {}, false), consumer: 'verified' },
  {
    name: 'leaderboard/opted-in',
    content: (copy, urls) => board([...first(copy, urls).slice(0, 1), me(2, 20)], {}, false),
    consumer: 'verified',
    steps: ['[part="opt-in"] input'],
    readySelector: '[part="status"]:not(:empty)',
  },
]
