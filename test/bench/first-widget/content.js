import { loadModule } from '../../../demo/command.js'

const { share } = await loadModule('demo/platform/setup/seed-zones/share.ts')

/** The content of the zone in every row: the demo's share widget. */
export const CONTENT = { ...share, shareable: { code: 'ada', link: 'https://share.brand.com/s/ada' } }

const { headline, description, how_it_works, shareable } = CONTENT

/** The same as plain HTML, for products whose platform answers with a page. */
export const CONTENT_HTML = `<!doctype html><html lang="en"><title>Share</title><body class="squatch-container"><h2>${headline}</h2><p>${description}</p>
  <ol>${how_it_works.map(step => `<li>${step}</li>`).join('')}</ol><input readonly value="${shareable.link}"><button>Copy</button>`

/** The page in the frame of an embed. Its script fetches the content and draws it. */
export const EMBED_HTML =
  '<!doctype html><html lang="en"><title>Embed</title><body><div id="place"></div><script async src="/embed.js"></script>'

/** The script of that page: code that draws the content, and `randomText`, which does not compress. */
export const createEmbedScript =
  randomText => `fetch('/zones', { method: 'POST', body: '{}' }).then(answer => answer.json()).then(content => {
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })
  document.getElementById('place').append(element('h2', content.headline), element('p', content.description))
})
const padding = '${randomText}'`
