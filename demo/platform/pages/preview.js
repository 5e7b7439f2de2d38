// What a zone does that cannot be seen, told on the page that previews it.

const note = document.getElementById('note')
const zone = document.querySelector('rewards-zone')
const say = text => {
  note.textContent = text
}

window.rewards = [
  runtime => {
    // Nobody visits here: what a widget tells of its visitors is told to nobody.
    runtime.track = async () => ({})
    runtime.addEventListener('error', ({ detail }) => say(`${detail.message} (${detail.code})`))
    runtime.addEventListener('zone', ({ detail: { name, data, html } }) => {
      if (name !== zone.getAttribute('name')) return
      if (data === null && html === undefined) say('Nothing: no creative is for this audience, or the zone holds none.')
      // Content that names no widget is the page's own to draw: here it is shown as it came.
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
