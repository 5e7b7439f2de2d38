// Filters the calls by their text, and opens the call in the URL's fragment.

const form = document.querySelector('[role="search"]')
const filter = document.getElementById('filter')
const found = document.getElementById('found')
const calls = [...document.querySelectorAll('.call')].map(element => ({
  element,
  text: element.textContent.toLowerCase(),
  link: document.querySelector(`nav a[href="#${element.id}"]`).parentElement,
}))

function narrow() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { element, text, link } of calls) element.hidden = link.hidden = !words.every(word => text.includes(word))
  for (const group of document.querySelectorAll('.tags > li, .sections > section:has(.call)'))
    group.hidden = !group.querySelector('.call:not([hidden]), li:not([hidden])')
  const shown = calls.filter(({ element }) => !element.hidden).length
  found.textContent = words.length ? `${shown} of ${calls.length} calls` : `${calls.length} calls`
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!named) return
  if (named.matches('.call')) named.open = true
  named.scrollIntoView()
}

form.hidden = false
form.addEventListener('submit', event => event.preventDefault())
filter.addEventListener('input', narrow)
addEventListener('hashchange', openNamed)
addEventListener('beforeprint', () => {
  for (const { element } of calls) element.open = true
})
narrow()
openNamed()
