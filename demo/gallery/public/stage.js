// Brings each zone of the page to the state that its story is about, and says when all are there: `data-stage="ready"`.

const { dataset } = document.documentElement

// The id of a share, which alone is made of three numbers, is the same at each visit: so the QR code that holds it looks the same.
const { getRandomValues } = crypto
crypto.getRandomValues = array => (array.length === 3 ? array.fill(1) : getRandomValues.call(crypto, array))

// Some browsers on a desk have a share sheet, some have none, and no picture could show it.
if (dataset.sheet) navigator.share = async () => {}
else delete Navigator.prototype.share

window.rewards = [
  async rewards => {
    // The one whom the platform knows, and whose link the stories show.
    if (dataset.consumer === 'identified') await rewards.identify({ email: 'ada@example.com' })
    if (dataset.proof) await rewards.verify(dataset.proof)
    await Promise.all(Array.from(document.querySelectorAll('[data-zone]'), play))
    await document.fonts.ready
    dataset.stage = 'ready'
  },
]

async function play(zone) {
  const { zone: name, steps, shows } = zone.dataset
  const loaded = new Promise(resolve => zone.addEventListener('load', resolve, { once: true }))
  zone.setAttribute('name', name)
  for (const step of JSON.parse(steps)) {
    const [selector, text] = [step].flat()
    const target = await found(zone, selector)
    if (text === undefined) target.click()
    else target.value = text
  }
  await (shows ? found(zone, shows) : loaded)
  await Promise.all(Array.from(picturesIn(zone), picture => picture.decode()))
}

/** What the selector finds in the zone, in its shadow, or in that of a zone within, as soon as it can be used. */
async function found(zone, selector) {
  for (;;) {
    const target = find(zone, selector)
    if (target && !target.disabled) return target
    await new Promise(requestAnimationFrame)
  }
}

function find(zone, selector) {
  const root = zone.shadowRoot
  if (!root) return null
  const [outer, inner] = selector.split(' rewards-zone ')
  if (inner) return find(root.querySelector(`${outer} rewards-zone`) ?? {}, inner)
  return root.querySelector(selector) ?? zone.querySelector(selector) ?? findInStack(root, selector)
}

/** Each widget of a stack has a shadow of its own. */
function findInStack(root, selector) {
  for (const frame of root.querySelectorAll('[part="frame"]')) {
    const target = find(frame, selector)
    if (target) return target
  }
  return null
}

const picturesIn = zone => zone.shadowRoot.querySelectorAll('img')
