import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const opens = { zone: 'share_default' }

const banner = ({ call }: Copy) => ({ widget: 'cta', style: 'banner', text: call, opens })

const overlay = ({ headline, small }: Copy) => ({
  widget: 'cta',
  style: 'overlay',
  text: headline,
  minimized_text: small,
  opens,
})

export const stories: Story[] = [
  { name: 'cta/banner', content: banner },
  {
    name: 'cta/banner-picture',
    content: (copy, { gallery }) => ({ ...banner(copy), image_url: `${gallery}/images/terra-planter.svg` }),
  },
  { name: 'cta/banner-bare', content: () => ({ widget: 'cta', style: 'banner', opens }) },
  { name: 'cta/button', content: copy => ({ ...banner(copy), style: 'button', text: copy.headline }) },
  { name: 'cta/own-button', content: banner, button: 'inside' },
  { name: 'cta/mounted', content: banner, button: 'around' },
  { name: 'cta/overlay', content: overlay, readySelector: '[part~="expanded"]', ownPage: true },
  {
    name: 'cta/overlay-picture',
    content: (copy, { gallery }) => ({ ...overlay(copy), image_url: `${gallery}/images/linen-apron.svg` }),
    readySelector: '[part~="expanded"]',
    ownPage: true,
  },
  {
    name: 'cta/overlay-minimized',
    content: overlay,
    steps: ['[part="dismiss"]'],
    readySelector: '[part~="minimized"]',
    ownPage: true,
  },
  {
    name: 'cta/dialog',
    content: banner,
    steps: ['[part="banner"]'],
    readySelector: 'dialog rewards-zone [part="channels"]',
    ownPage: true,
  },
]
