import type { Copy } from '../copy/index.js'
import type { GalleryUrls, Story } from './story.js'

const opens = { zone: 'share_default' }

const bare = ({ headline, description, call }: Copy) => ({
  widget: 'hero',
  headline,
  text: description,
  actions: [{ text: call, opens }],
})

const pictured = (copy: Copy, { gallery }: GalleryUrls) => ({
  ...bare(copy),
  image_url: `${gallery}/images/hero.svg`,
  actions: [
    { text: copy.small, opens },
    { text: copy.subject, url: 'https://juniper.example/' },
  ],
})

const filmed = (copy: Copy, urls: GalleryUrls) => ({
  ...pictured(copy, urls),
  // The video does not exist: nothing of it is fetched before somebody plays it.
  video: { url: `${urls.gallery}/garden.mp4` },
})

export const stories: Story[] = [
  { name: 'hero/right', content: pictured },
  { name: 'hero/left', content: (copy, urls) => ({ ...pictured(copy, urls), layout: 'left' }) },
  { name: 'hero/behind', content: (copy, urls) => ({ ...pictured(copy, urls), layout: 'behind' }) },
  { name: 'hero/bare', content: bare },
  { name: 'hero/video-behind', content: (copy, urls) => ({ ...filmed(copy, urls), layout: 'behind' }) },
  {
    name: 'hero/dialog',
    content: pictured,
    steps: ['[part~="main"]'],
    readySelector: 'dialog rewards-zone [part="channels"]',
    ownPage: true,
  },
]
