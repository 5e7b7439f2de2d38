import type { Looks } from '../../demo/gallery/looks.js'
import { groups, stories } from '../../demo/gallery/stories/index.js'

export interface GalleryPage {
  /** A story, or a group of which all that fit on one page are shown. */
  story: string
  looks: Partial<Looks>
}

/** The fewest pages that show every story. */
export const pages: GalleryPage[] = [
  ...groups.map(story => ({ story, looks: {} })),
  { story: 'share', looks: { consumer: 'identified' } },
  ...stories.filter(({ alone }) => alone).map(({ name }) => ({ story: name, looks: {} })),
]

export const nameOf = ({ story, looks }: GalleryPage) => [story, ...Object.values(looks)].join(', ')
