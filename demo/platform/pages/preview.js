// Shows errors and empty results of a zone on its preview page.

const note = document.getElementById('note')
const zone = document.querySelector('rewards-zone')
const say = text => {
  note.textContent = text
}

window.rewards = [
  runtime => {
    // A preview is not a visit: do not record events.
    runtime.track = async () => ({})
    runtime.addEventListener('error', ({ detail }) => say(`${detail.message} (${detail.code})`))
    runtime.addEventListener('zone', ({ detail: { name, data, html } }) => {
      if (name !== zone.getAttribute('name')) return
      if (data === null && html === undefined) say('Nothing: no creative is for this audience, or the zone holds none.')
      // Content without a widget is for the page to render. The preview shows it as JSON.
      else if (data !== null && !data.widget) showAsItIs(data)
    })
  },
]

function showAsItIs(data) {
  say('This content is the page’s own to draw.')
  const pre = document.createElement('pre')
  pre.textContent = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  zone.replaceChildren(pre)
}
