import type { Copy } from '../copy/index.js'
import type { Around, Story } from './story.js'

/** What an agency might send: its own styles, its own fonts, its own script. It shows itself once it has its letters. */
const html = ({ call, small }: Copy, { gallery }: Around) => `<style>
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
  // Its height comes in pixels, from the creative itself.
  { name: 'zone/html', content: html, shows: 'iframe[style*="px"]:not([style="height: 0px;"])' },
  // A page's first zone brings the token that the others wait for.
  { name: 'zone/failed', program: 'fails', shows: '[part="failed"]', alone: true },
  { name: 'zone/loading', program: 'hangs', shows: '[part~="skeleton"]', alone: true },
]
