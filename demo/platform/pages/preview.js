// Shows errors and empty results on the preview page of a zone.

const note = document.getElementById('note')
const zone = document.querySelector('rewards-zone')
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
    })
  },
]

function showContent(data) {
  showNote('No widget shows this content: your page renders it.')
  const pre = document.createElement('pre')
  pre.textContent = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  zone.replaceChildren(pre)
}
