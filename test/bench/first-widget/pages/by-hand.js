// What a page without any SDK does: fetches the zone and draws it.
import { program } from './program.js'

const answer = await fetch(`${program}/zones`, {
  method: 'POST',
  credentials: 'include',
  body: JSON.stringify({ event_name: 'share_experience' }),
})
const { headline, description, how_it_works, shareable } = await answer.json()
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })
const steps = document.createElement('ol')
steps.append(...how_it_works.map(step => element('li', step)))
const link = Object.assign(document.createElement('input'), { readOnly: true, value: shareable.link })
const copy = element('button', 'Copy')
copy.onclick = () => navigator.clipboard.writeText(link.value)
document.getElementById('place').append(element('h2', headline), element('p', description), steps, link, copy)
