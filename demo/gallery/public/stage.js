// Brings each zone of the page to the state of its story. Then sets `data-stage="ready"`.

const { dataset } = document.documentElement

// Share ids are created from arrays of three numbers. With fixed ids, the QR codes in screenshots stay the same.
const { getRandomValues } = crypto
crypto.getRandomValues = array => (array.length === 3 ? array.fill(1) : getRandomValues.call(crypto, array))

// Only some desktop browsers have a share sheet. A story decides whether there is one.
if (dataset.shareSheet === 'true') navigator.share = async () => {}
else delete Navigator.prototype.share

window.rewards = [
  async rewards => {
    if (dataset.consumer === 'identified') await rewards.identify({ email: 'ada@example.com' })
    if (dataset.jwt) await rewards.verify(dataset.jwt)
    await Promise.all(Array.from(document.querySelectorAll('[data-zone]'), runStory))
    await document.fonts.ready
    dataset.stage = 'ready'
  },
]

async function runStory(zone) {
  const { zone: name, steps, readySelector } = zone.dataset
  const loaded = new Promise(resolve => zone.addEventListener('load', resolve, { once: true }))
  zone.setAttribute('name', name)
  for (const step of JSON.parse(steps)) {
    const [selector, text] = [step].flat()
    const target = await waitFor(zone, selector)
    if (text === undefined) target.click()
    else target.value = text
  }
  await (readySelector ? waitFor(zone, readySelector) : loaded)
  await Promise.all(Array.from(imagesIn(zone), image => image.decode()))
}

/** Waits for an enabled element in the zone, its shadow root, or a zone inside it. */
async function waitFor(zone, selector) {
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

/** Each widget of a stack has its own shadow root. */
function findInStack(root, selector) {
  for (const frame of root.querySelectorAll('[part="frame"]')) {
    const target = find(frame, selector)
    if (target) return target
  }
  return null
}

const imagesIn = zone => [...zone.shadowRoot.querySelectorAll('img'), ...Array.from(postersIn(zone), loadImage)]

const postersIn = zone => zone.shadowRoot.querySelectorAll('video[poster]')

const loadImage = ({ poster }) => Object.assign(new Image(), { src: poster })
