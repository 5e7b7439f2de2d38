// Shows the draft of a zone or of a theme in the preview while the user types. Without this script, the button "Preview" does it.

const form = document.getElementById('editor')
const frames = document.getElementById('preview-frames')
const notes = document.getElementById('preview-notes')
/** Fields that change no frame: the width is a matter of CSS. */
const NOT_SHOWN = ['message', 'preview.width']
/** What an answer replaces the fields for: a field whose choice decides which fields there are. */
let chosen
/** Frames that have got a message since they were added. */
const changedFrames = new WeakSet()
let isWaiting = false
let isChanged = false

document.addEventListener('input', ({ target }) => {
  if (target.form !== form || NOT_SHOWN.includes(target.name)) return
  if (target.name.endsWith('.widget')) chosen = target
  if (isHalfAColor(target)) return
  showDraft()
})

/** Sends the form once the former answer has arrived. */
async function showDraft() {
  isChanged = true
  if (isWaiting) return
  isWaiting = true
  try {
    while (isChanged) {
      isChanged = false
      await updatePreview()
    }
  } finally {
    isWaiting = false
  }
}

async function updatePreview() {
  const page = await loadPage()
  // Without a session, the answer is a page that keeps the fields: they have the key, but there is no preview.
  if (!page?.getElementById('preview-frames'))
    return showNote('The preview could not be loaded. Press "Preview" to see why.')
  // A theme has no draft of a zone.
  const key = page.querySelector('[name="preview.key"]')
  if (key) form.elements['preview.key'].value = key.value
  updateFrames([...page.querySelectorAll('#preview-frames iframe')], page)
  replaceChanged(notes, page.getElementById('preview-notes'))
  const json = page.getElementById('creative-json')
  if (json) replaceChanged(document.getElementById('creative-json'), json)
  if (chosen && !isChanged) showFields(page)
}

/** The page that shows the draft, as a document that runs nothing. Undefined: there is no answer. */
function loadPage(action = 'preview') {
  const fields = enteredFields()
  fields.set('action', action)
  return new Promise(resolve => {
    const request = new XMLHttpRequest()
    // `form.action` is the button of this name.
    request.open('POST', form.getAttribute('action'))
    request.responseType = 'document'
    request.onload = () => resolve(request.response ?? undefined)
    request.onerror = () => resolve(undefined)
    request.send(fields)
  })
}

/** A frame that already shows the draft of this creative gets a message, so that it need not load again. */
function updateFrames(changed, page) {
  const present = [...frames.querySelectorAll('iframe')]
  const isSame =
    changed.length === present.length && changed.every((frame, at) => placeOf(frame) === placeOf(present[at]))
  if (!isSame) replaceChanged(frames, page.getElementById('preview-frames'))
  else for (const [at, frame] of present.entries()) updateFrame(frame, changed[at].dataset.message)
}

const placeOf = ({ src, title }) => {
  const { origin, pathname, searchParams } = new URL(src)
  return [origin, pathname, searchParams.get('creative'), title].join(' ')
}

function updateFrame(frame, message) {
  changedFrames.add(frame)
  frame.dataset.message = message
  send(frame)
}

// The policy of this page lets the frames show the program domain only.
const send = frame => frame.contentWindow.postMessage(JSON.parse(frame.dataset.message), '*')

// A frame that was still loading has missed its message.
addEventListener('message', ({ source, data }) => {
  const frame = [...frames.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source)
  if (frame && data === 'ready' && changedFrames.has(frame)) send(frame)
})

function replaceChanged(element, changed) {
  if (element.innerHTML === changed.innerHTML) return
  element.replaceChildren(...document.importNode(changed, true).childNodes)
}

const enteredFields = () => new URLSearchParams(new FormData(form))

/** Shows the fields of the chosen widget. The focus stays, and groups stay open or closed. */
function showFields(page) {
  const fields = document.getElementById('content-fields')
  const focused = document.activeElement.id
  const wereOpen = new Map(groupsIn(fields).map(({ dataset, open }) => [dataset.name, open]))
  chosen = undefined
  fields.replaceChildren(...document.importNode(page.getElementById('content-fields'), true).childNodes)
  for (const group of groupsIn(fields)) group.open = wereOpen.get(group.dataset.name) || group.open
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus()
}

const groupsIn = fields => [...fields.querySelectorAll('details')]

// ── The rows of a list. Without this script, the button sends the form. ──

form.addEventListener('click', event => {
  const button = event.target.closest('button[value^="add-"]')
  if (!button) return
  event.preventDefault()
  addRow(button.value)
})

async function addRow(action) {
  const entered = String(enteredFields())
  const page = await loadPage(action)
  if (!page?.getElementById('content-fields'))
    return showNote('The row could not be added. Press "Preview" to see why.')
  // What was typed in the meantime stays.
  if (String(enteredFields()) !== entered) return addRow(action)
  showFields(page)
  const row = form.querySelector(`button[value="${action}"]`).parentElement.previousElementSibling
  row.querySelector('input, select, textarea')?.focus()
}

function showNote(text) {
  const note = document.createElement('p')
  note.className = 'hint'
  note.textContent = text
  notes.replaceChildren(note)
}

// ── The colors of a theme ──

/** Keeps the palette and the text of a color alike. Returns whether the text is no color yet. */
function isHalfAColor(field) {
  const row = field.closest('.color')
  if (!row) return false
  const [palette, text] = row.querySelectorAll('input')
  if (field === palette) text.value = palette.value
  const color = text.value.trim()
  if (/^#[\da-f]{6}$/i.test(color)) palette.value = color
  const isColor = !color || CSS.supports('color', color)
  text.setAttribute('aria-invalid', !isColor)
  if (isColor) row.querySelector('.error')?.remove()
  return !isColor
}

// Without this script, the button sends the form.
notes.addEventListener('click', event => {
  const button = event.target.closest('[name="take"]')
  if (!button) return
  event.preventDefault()
  const [name, color] = button.value.split('=')
  const field = form.elements[name]
  field.value = color
  // The button goes when its color passes.
  field.focus()
  field.dispatchEvent(new Event('input', { bubbles: true }))
})

// ── The order of the creatives ──

const creatives = document.getElementById('creatives')
let dragged

if (creatives?.children.length > 1) makeSortable()
// The first content of a new zone.
if (!frames.querySelector('iframe') && creatives?.querySelector('[aria-current]')) showDraft()

function makeSortable() {
  for (const item of creatives.children) item.draggable = true
  creatives.addEventListener('dragstart', ({ target, dataTransfer }) => {
    // The target is a text node if the user drags selected text.
    dragged = target.closest?.('li')
    if (!dragged) return
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', dragged.textContent)
  })
  creatives.addEventListener('dragover', event => {
    const item = event.target.closest?.('li')
    if (!dragged) return
    event.preventDefault()
    if (!item || item === dragged) return
    const { top, height } = item.getBoundingClientRect()
    item[event.clientY < top + height / 2 ? 'before' : 'after'](dragged)
  })
  creatives.addEventListener('drop', event => event.preventDefault())
  creatives.addEventListener('dragend', () => {
    dragged = undefined
    keepOrder()
  })
  creatives.addEventListener('click', event => {
    const button = event.target.closest('button')
    if (!button) return
    event.preventDefault()
    const item = button.closest('li')
    if (button.value.startsWith('up')) item.previousElementSibling?.before(item)
    else item.nextElementSibling?.after(item)
    // A moved element loses the focus.
    button.focus()
    keepOrder()
  })
}

function keepOrder() {
  const field = form.elements.order
  const order = [...creatives.children].map(({ dataset }) => Number(dataset.place))
  field.value = order.join()
  document.getElementById('moved').textContent = order.some((place, at) => place !== at) ? field.dataset.note : ''
}
