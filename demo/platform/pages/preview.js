// Shows errors and empty results on the preview page of a zone, and what its editor in the console sends.

const note = document.getElementById('note')
const { editor, themeCss } = document.currentScript.dataset
let zone = document.querySelector('rewards-zone')
/** The changed zone, until it has loaded. */
let next
/** What the editor has sent in the meantime. */
let latest

// The theme of the program, as its pages set it. The policy of this page blocks inline styles.
const sheet = new CSSStyleSheet()
sheet.replaceSync(themeCss)
document.adoptedStyleSheets = [sheet]

const showNote = text => {
  note.textContent = text
}

window.rewards = [
  runtime => {
    // A preview is not a visit: do not record events.
    runtime.track = async () => ({})
    runtime.addEventListener('error', ({ detail }) => showNote(`${detail.message} (${detail.code})`))
    runtime.addEventListener('zone', ({ detail: { name, data, html } }) => {
      if (name !== zone.getAttribute('name')) return
      if (data === null && html === undefined) showNote('The zone is empty for this audience.')
      // The page must render content without a widget. The preview shows it as JSON.
      else if (data !== null && !data.widget) showContent(data)
      else showNote('')
    })
  },
]

function showContent(data) {
  showNote('No widget shows this content: your page renders it.')
  const pre = document.createElement('pre')
  pre.textContent = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  ;(next ?? zone).replaceChildren(pre)
}

// The former zone stays until the changed one has loaded, so that nothing flickers while a user types.
addEventListener('message', ({ origin, source, data: draft }) => {
  if (origin !== editor || source !== parent) return
  if (next) latest = draft
  else load(draft)
})

parent.postMessage('ready', editor)

function load({ page, themeCss, zone: attributes }) {
  next = document.createElement('rewards-zone')
  next.className = 'next'
  const { lang, dir } = page
  for (const [name, value] of Object.entries({ name: zone.getAttribute('name'), lang, dir, ...attributes }))
    next.setAttribute(name, value)
  for (const type of ['load', 'error']) next.addEventListener(type, () => show(page, themeCss), { once: true })
  document.body.append(next)
}

function show(page, themeCss) {
  if (!next) return
  zone.remove()
  sheet.replaceSync(themeCss)
  for (const [name, value] of Object.entries(page)) document.documentElement.setAttribute(name, value)
  next.removeAttribute('class')
  zone = next
  next = undefined
  const draft = latest
  latest = undefined
  if (draft) load(draft)
}
