import type { Copy } from '../copy/index.js'
import type { Around, Story } from './story.js'

/** What an agency might send: its own styles, its own picture, its own script. */
const html = ({ call, small }: Copy, { gallery }: Around) => `<style>
@font-face { font-family: Noto; src: url(${gallery}/fonts/noto-sans.woff2); font-weight: 100 900 }
@font-face { font-family: Noto Arabic; src: url(${gallery}/fonts/noto-sans-arabic.woff2); font-weight: 100 900 }
@font-face { font-family: Noto Hebrew; src: url(${gallery}/fonts/noto-sans-hebrew.woff2); font-weight: 100 900 }
body { margin: 0; padding: 24px; text-align: center; background: #245443; color: #fff; font: 18px/1.5 Noto, Noto Arabic, Noto Hebrew, sans-serif }
a { color: #fff }
</style>
<p>${call}</p>
<a href="https://juniper.example/refer"></a>
<script>document.querySelector('a').textContent = ${JSON.stringify(small)}</script>`

export const zoneStories: Story[] = [
  { name: 'zone/empty' },
  { name: 'zone/own', content: () => ({ products: ['terra-planter'] }), button: 'inside' },
  // Its height comes in pixels, from the creative itself.
  { name: 'zone/html', content: html, shows: 'iframe[style*="px"]' },
  // A page's first zone brings the token that the others wait for.
  { name: 'zone/failed', program: 'fails', shows: '[part="failed"]', alone: true },
  { name: 'zone/loading', program: 'hangs', shows: '[part~="skeleton"]', alone: true },
]
