// Filters the calls by their text, and opens the call that the fragment of the URL names.

const search = document.querySelector('search')
const filter = document.getElementById('filter')
const found = document.getElementById('found')
const calls = [...document.querySelectorAll('.call')].map(element => ({
  element,
  text: element.textContent.toLowerCase(),
  link: document.querySelector(`.calls a[href="#${element.id}"]`).parentElement,
}))

function filterCalls() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { element, text, link } of calls) element.hidden = link.hidden = !words.every(word => text.includes(word))
  for (const group of document.querySelectorAll('.tags > li, .sections > section:has(.call)'))
    group.hidden = !group.querySelector('.call:not([hidden]), li:not([hidden])')
  const shown = calls.filter(({ element }) => !element.hidden).length
  found.textContent = words.length ? `${shown} of ${calls.length} calls` : `${calls.length} calls`
}

function openCallInUrl() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  if (target.matches('.call')) target.open = true
  target.scrollIntoView()
}

search.hidden = false
search.addEventListener('submit', event => event.preventDefault())
filter.addEventListener('input', filterCalls)
addEventListener('hashchange', openCallInUrl)
addEventListener('beforeprint', () => {
  for (const { element } of calls) element.open = true
})
filterCalls()
openCallInUrl()
