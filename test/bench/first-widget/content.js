/** What the zone holds, in every row that asks for one. */
export const CONTENT = {
  widget: 'share',
  headline: 'Give 20, get 20',
  description: 'Send a friend $20 off their first order of plants, pots or tools. When they buy, you get $20 too.',
  how_it_works: [
    'Share your link with a friend.',
    'They take $20 off their first order.',
    'You get $20 for your next one.',
  ],
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'qr'],
  messages: { default: 'Here is $20 off your first order at Juniper:' },
  shareable: { code: 'ada', link: 'https://share.brand.com/s/ada' },
}

const { headline, description, how_it_works, shareable } = CONTENT

/** The same as plain HTML, for products whose platform answers with a page. */
export const CONTENT_HTML = `<!doctype html><html lang="en"><title>Share</title><body class="squatch-container"><h2>${headline}</h2><p>${description}</p>
  <ol>${how_it_works.map(step => `<li>${step}</li>`).join('')}</ol><input readonly value="${shareable.link}"><button>Copy</button>`

/** The page in the frame of an embed: it loads its own script, which fetches the content and draws it. */
export const EMBED_HTML =
  '<!doctype html><html lang="en"><title>Embed</title><body><div id="place"></div><script async src="/embed.js"></script>'

/** 60 kB over the wire: letters that do not compress, in a comment that is parsed, behind code that draws the content. */
export const createEmbedScript =
  randomText => `fetch('/zones', { method: 'POST', body: '{}' }).then(answer => answer.json()).then(content => {
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })
  document.getElementById('place').append(element('h2', content.headline), element('p', content.description))
})
const padding = '${randomText}'`
