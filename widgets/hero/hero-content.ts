import { type OpenedZone, readOpenedZone } from '../cta/opened-zone.js'
import { readImage, readLink, readList, readObject, readText } from '../readers.js'

/** The most calls to action. With more, none of them stands out. */
export const MAX_ACTIONS = 2

/** A call to action. It opens a zone in a dialog, or follows a link. */
export interface HeroAction {
  /** '' if the content has none. */
  text: string
  opens: OpenedZone | undefined
  url: string | undefined
}

export interface HeroVideo {
  url: string
  /** The picture before the video plays. */
  poster_url: string | undefined
  captions_url: string | undefined
}

export interface HeroContent {
  headline: string
  text: string
  /** Where the picture or the video is: at one side of the text, or behind it. */
  layout: 'left' | 'right' | 'behind'
  image_url: string | undefined
  /** '' for a picture that only decorates. */
  image_alt: string
  video: HeroVideo | undefined
  actions: HeroAction[]
}

/** Reads the content of the `hero` widget. An action that leads nowhere is left out. */
export function readHero(content: unknown): HeroContent {
  const hero = readObject(content)
  const layout = readText(hero.layout)
  const image_url = readImage(hero.image_url)
  return {
    headline: readText(hero.headline),
    text: readText(hero.text),
    layout: layout === 'left' || layout === 'behind' ? layout : 'right',
    image_url,
    image_alt: readText(hero.image_alt),
    video: readVideo(hero.video, image_url),
    actions: readList(hero.actions)
      .map(readAction)
      .filter(({ opens, url }) => opens || url)
      .slice(0, MAX_ACTIONS),
  }
}

function readVideo(value: unknown, image_url: string | undefined): HeroVideo | undefined {
  const video = readObject(value)
  const url = readImage(video.url)
  return url
    ? { url, poster_url: readImage(video.poster_url) ?? image_url, captions_url: readImage(video.captions_url) }
    : undefined
}

function readAction(value: unknown): HeroAction {
  const { text, opens, url } = readObject(value)
  return { text: readText(text), opens: readOpenedZone(opens), url: readLink(url) }
}
