/**
 * What a person does in a page. Each readies itself, which is not measured, and answers what is then done; `shows` is there once it has
 * been done.
 *
 * @typedef {object} Action
 * @property {string} name
 * @property {(page: Page) => Promise<() => Promise<unknown>>} ready
 * @property {(page: Page) => Locator} shows
 */

/** One after the other in one page, of a visitor whom nobody knows before they say who they are. @type {Action[]} */
export const ACTIONS = [
  { name: 'show the offer', ready: put('welcome_offer'), shows: button('Show my code') },
  { name: 'reveal the offer', ready: revealing, shows: field('Your code') },
  { name: 'copy the code', ready: clicking(button('Copy')), shows: button('Copied') },
  { name: 'show the share widget', ready: put('share_experience'), shows: field('Your link') },
  { name: 'copy the link', ready: clicking(button('Copy')), shows: button('Copied') },
  { name: 'edit the message', ready: clicking(button('Edit message')), shows: field('Your message') },
  { name: 'open the QR code', ready: clicking(button('QR code')), shows: button('Save as PNG') },
  { name: 'save it as PNG', ready: clicking(button('Save as PNG')), shows: button('Save as PNG') },
  { name: 'open mail', ready: clicking(button('Email')), shows: button('Send') },
  { name: 'show the banner', ready: put('global_header'), shows: button(/Give 20/) },
  { name: 'open its dialog', ready: clicking(button(/Give 20/)), shows: field('Your link') },
  { name: 'close it', ready: clicking(button('Close')), shows: button(/Give 20/) },
  { name: 'show the overlay', ready: put('overlay'), shows: button('Dismiss') },
  { name: 'shrink it', ready: clicking(button('Dismiss')), shows: button('$20 for you') },
  { name: 'open its dialog from the pill', ready: clicking(button('$20 for you')), shows: field('Your link') },
]

function button(name) {
  return page => page.getByRole('button', { name, exact: true })
}

function field(name) {
  return page => page.getByRole('textbox', { name, exact: true })
}

/** A zone in the place of what was there. */
function put(zone) {
  return async page => {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('rewards-zone')) element.remove()
    })
    return () =>
      page.evaluate(name => {
        document.body.append(Object.assign(document.createElement('rewards-zone'), { name }))
      }, zone)
  }
}

/** The mouse is over it by then. Only the press and the release are measured, and nothing that looks for the place. */
function clicking(locate) {
  return async page => {
    await locate(page).scrollIntoViewIfNeeded()
    const { x, y, width, height } = await locate(page).boundingBox()
    await page.mouse.move(x + width / 2, y + height / 2)
    return async () => {
      await page.mouse.down()
      await page.mouse.up()
    }
  }
}

async function revealing(page) {
  await field('Your email address')(page).fill(`${crypto.randomUUID()}@example.com`)
  return clicking(button('Show my code'))(page)
}
