/** As many visitors are on the site at once. */
const AT_ONCE = 32
export const ADVOCATES = 100
/** Every visit tracks these, and a purchase. */
const EVENTS = ['product_viewed', 'product_viewed', 'searched', 'added_to_cart', 'checkout_started']
const ZONES = ['share_experience', 'account', 'terms']
/** A run ends after this time, also with fewer visits. */
const LONGEST_MS = 5 * 60_000

/** Customers with a link to share. */
export async function createAdvocates(client, proofOf) {
  const advocates = []
  for (let index = 0; index < ADVOCATES; index++) {
    const email = `advocate-${index}@example.com`
    const address = `10.200.0.${index}`
    const { answer } = await client.send('setup', '/v5/token', { json: { jwt: await proofOf({ email }) }, address })
    const { access_token: token } = JSON.parse(answer)
    const made = await client.send('setup', '/v6/me/shareables/get-or-create', { token, json: {}, address })
    const { code, link } = JSON.parse(made.answer)
    advocates.push({ code, path: new URL(link).pathname })
  }
  return advocates
}

/** Runs the visits, the first of which has the number `first`. Calls `onQuarter` four times on the way. Resolves with how many visits there were, and how long they took. */
export async function runVisits(client, count, advocates, onQuarter, first = 0) {
  const started = performance.now()
  let next = 0
  const isOver = () => next >= count || performance.now() - started > LONGEST_MS
  const quarters = [0.25, 0.5, 0.75, 1].map(part => Math.round(part * count))
  let done = 0
  async function visitor() {
    while (!isOver()) {
      const index = next++
      await visit(client, first + index, advocates[index % advocates.length])
      done++
      if (quarters.includes(done)) await onQuarter()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return { visits: done, seconds: (performance.now() - started) / 1_000 }
}

/** A cold page, the link of an advocate, three zones, five events and a purchase: eleven requests of one person. */
async function visit({ send }, index, { path }) {
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  let token
  const call = async (kind, to, json) => {
    const answered = await send(kind, to, { token, json, address })
    token = answered.token
  }
  await call('cold page', '/zones', { event_name: ZONES[0], data: {} })
  const clicked = await send('share click', path, { cookie: token, address })
  token = clicked.token
  for (const event_name of ZONES) await call('zone', '/zones', { event_name, data: {} })
  for (const [number, event_name] of EVENTS.entries())
    await call('event', '/events', { event_name, data: { partner_event_id: `visit-${index}-${number}`, sku: 'pot-1' } })
  const email = `friend-${index}@example.com`
  const data = { email, cart_value: 50, partner_event_id: `visit-${index}-purchase` }
  await call('purchase', '/events', { event_name: 'purchase', data })
}

export const EVENTS_PER_VISIT = EVENTS.length + 1
