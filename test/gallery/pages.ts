import type { Looks } from '../../demo/gallery/looks.js'
import { groups, type Story, stories, storiesCalled } from '../../demo/gallery/stories/index.js'

/** An address of the gallery, and the stories that it is opened for. */
export interface GalleryPage {
  name: string
  story: string
  looks: Partial<Looks>
  stories: Story[]
}

/** The fewest pages that show every story: those of a group for one consumer together, where they fit on one page. */
export const pages: GalleryPage[] = [
  ...groups.map(story => ({ name: story, story, looks: {}, stories: storiesCalled(story, 'anonymous') })),
  ...groups.flatMap(story =>
    (['identified', 'verified'] as const).map(consumer => ({
      name: `${story}, of somebody ${consumer}`,
      story,
      looks: { consumer },
      stories: storiesCalled(story, consumer).filter(each => each.consumer),
    })),
  ),
  ...stories
    .filter(({ alone }) => alone)
    .map(story => ({ name: story.name, story: story.name, looks: {}, stories: [story] })),
].filter(({ stories }) => stories.length)
