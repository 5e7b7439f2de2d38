import { groups, type Story, stories, storiesFor } from '../../demo/gallery/stories/index.js'
import type { ViewOptions } from '../../demo/gallery/view-options.js'

/** An address of the gallery, and the stories that it is opened for. */
export interface GalleryPage {
  name: string
  story: string
  viewOptions: Partial<ViewOptions>
  stories: Story[]
}

/** The fewest pages that show every story: those of a group for one consumer together, where they fit on one page. */
export const pages: GalleryPage[] = [
  ...groups.map(story => ({ name: story, story, viewOptions: {}, stories: storiesFor(story, 'anonymous') })),
  ...groups.flatMap(story =>
    (['identified', 'verified'] as const).map(consumer => ({
      name: `${story}, of somebody ${consumer}`,
      story,
      viewOptions: { consumer },
      stories: storiesFor(story, consumer).filter(each => each.consumer),
    })),
  ),
  ...stories
    .filter(({ ownPage }) => ownPage)
    .map(story => ({ name: story.name, story: story.name, viewOptions: {}, stories: [story] })),
].filter(({ stories }) => stories.length)
