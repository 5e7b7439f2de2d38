import type { Copy } from '../copy/index.js'
import type { GalleryUrls, Story } from './story.js'

/** An HTML creative with its own styles, fonts and script. It becomes visible when its fonts have loaded. */
const html = ({ call, small }: Copy, { gallery }: GalleryUrls) => `<style>
${Object.entries(FONTS)
  .map(
    ([name, file]) => `@font-face { font-family: ${name}; src: url(${gallery}/fonts/${file}); font-weight: 100 900 }`,
  )
  .join('\n')}
body { box-sizing: border-box; height: 152px; margin: 0; padding: 12px 24px; text-align: center; background: #245443; color: #fff; font: 18px/1.5 ${Object.keys(FONTS)}, sans-serif }
a { color: #fff }
</style>
<body dir="auto" hidden>
<p>${call}</p>
<a href="https://juniper.example/refer">${small}</a>
<script>
Promise.all(${JSON.stringify(Object.keys(FONTS))}.map(name => document.fonts.load('1em ' + name))).then(() => { document.body.hidden = false })
</script>`

const FONTS = { Latin: 'noto-sans.woff2', Arabic: 'noto-sans-arabic.woff2', Hebrew: 'noto-sans-hebrew.woff2' }

export const stories: Story[] = [
  { name: 'zone/empty' },
  { name: 'zone/own', content: () => ({ products: ['terra-planter'] }), button: 'inside' },
  // The creative reports its height in pixels.
  { name: 'zone/html', content: html, readySelector: 'iframe[style*="px"]:not([style="height: 0px;"])' },
  // On their own pages: the other zones would wait for the token of a zone that fails.
  { name: 'zone/failed', response: 'fails', readySelector: '[part="failed"]', ownPage: true },
  { name: 'zone/loading', response: 'hangs', readySelector: '[part~="skeleton"]', ownPage: true },
]
