import { describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { PAYLOADS } from './payloads.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

/** Each widget with every key it knows. */
const WIDGETS: Record<string, (value: unknown) => object> = {
  share: value => ({
    widget: 'share',
    headline: value,
    description: value,
    image_url: value,
    how_it_works: [value, value],
    channels: [value, 'email', 'whatsapp', 'telegram', 'copy'],
    messages: { default: value, email: { subject: value, message: value } },
    shareable: { code: value, link: value },
    card: { title: value, description: value, image_url: value },
    links: { terms_url: value, company_url: value },
  }),
  cta: value => ({
    widget: 'cta',
    style: value,
    text: value,
    minimized_text: value,
    image_url: value,
    opens: { zone: value, data: value },
    delay_ms: value,
  }),
  banner: value => ({
    widget: 'cta',
    style: 'banner',
    text: value,
    image_url: value,
    opens: { zone: 'x', data: value },
  }),
  overlay: value => ({ widget: 'cta', style: 'overlay', text: value, minimized_text: value, opens: { zone: 'x' } }),
  hero: value => ({
    widget: 'hero',
    headline: value,
    text: value,
    layout: value,
    image_url: value,
    image_alt: value,
    video: { url: value, poster_url: value, captions_url: value },
    actions: [
      { text: value, opens: { zone: value, data: value }, url: value },
      { text: value, url: value },
    ],
  }),
  behind: value => ({
    widget: 'hero',
    headline: value,
    layout: 'behind',
    image_url: value,
    video: value,
    actions: value,
  }),
  form: value => ({
    widget: 'form',
    headline: value,
    text: value,
    event: value,
    submit_text: value,
    fields: [
      { type: 'text', name: 'a', label: value, hint: value, autocomplete: value, multiline: value, required: value },
      { type: 'select', name: 'b', label: 'B', options: [value, { value, text: value }, 'ok'] },
      { type: 'radio', name: 'c', label: 'C', options: value },
      { type: 'rating', name: 'd', label: 'D', min: value, max: value, min_text: value, max_text: value },
      { type: 'consent', name: 'e', label: 'E', url: value, url_text: value },
      { type: value, name: value, label: value },
      { type: 'text', name: '__proto__', label: 'P' },
      { type: 'text', name: 'constructor', label: 'C' },
      value,
    ],
    done: { headline: value, text: value, zone: value, url: value, url_text: value },
  }),
  thanks: value => ({
    widget: 'form',
    event: 'thanks',
    fields: [{ type: 'checkbox', name: 'ok', label: 'OK' }],
    done: { headline: value, text: value, url: value, url_text: value },
  }),
  fields: value => ({ widget: 'form', fields: value, done: value }),
  panel: value => ({
    widget: 'panel',
    text: value,
    image_url: value,
    corner: value,
    headline: value,
    layout: value,
    items: [
      { title: value, text: value, tab: value, opens: { zone: 'share_experience', data: value } },
      { title: value, text: value, opens: { zone: value, data: { value } } },
      { title: 'A zone', opens: value },
      value,
    ],
    rewards: [{ state: value, created_at: value }, { state: 'SENT', created_at: '2026-01-01' }, value],
  }),
  launcher: value => ({ widget: 'panel', items: value, rewards: value }),
  offer: value => ({
    widget: 'offer',
    headline: value,
    advocate: { first_name: value, image_url: value },
    reward_text: value,
    coupon_code: value,
    reveal: value,
    rules: [value],
    expires_at: value,
    continue_url: value,
    state: value,
  }),
  taken: value => ({ widget: 'offer', headline: value, coupon_code: value, continue_url: value, state: 'available' }),
  asking: value => ({ widget: 'share', headline: value, capture: { opt_in: value } }),
  verify: value => ({ widget: 'verify', email: value }),
  stack: value => ({
    widget: 'stack',
    items: [
      { title: value, widget: 'offer', headline: value, coupon_code: value },
      { title: value, widget: value, items: value },
      value,
    ],
  }),
  keys: value => ({
    widget: 'share',
    [typeof value === 'string' ? value.slice(0, 100) : '__proto__']: value,
    theme: value,
    html: value,
  }),
}

describe('hostile content in every key of a widget', () => {
  test.each(Object.keys(PAYLOADS))('%s: runs nothing, leads nowhere and breaks nothing', async payload => {
    const zones: Record<string, Content> = {}
    for (const [name, fill] of Object.entries(WIDGETS)) zones[name] = fill(PAYLOADS[payload])
    const { page, complaints } = await visit.newVisitor()
    await fillZones(page, visit.demo, zones)
    await openBarePage(page, visit.demo, {
      before: `window.settled = new Set()
        const settle = ({ target }) => { if (target.localName === 'rewards-zone') settled.add(target.getAttribute('name')) }
        document.addEventListener('load', settle, true)
        document.addEventListener('error', settle, true)`,
      body: Object.keys(zones)
        .map(name => `<rewards-zone name="${name}"></rewards-zone>`)
        .join(''),
    })
    const settled = () => page.evaluate(() => [...(Reflect.get(window, 'settled') as Set<string>)].sort())
    await expect.poll(settled, SOON).toEqual(Object.keys(zones).sort())
    // Whatever can be clicked is.
    const found = await page.evaluate(() => {
      const roots = [...document.querySelectorAll('rewards-zone')].map(zone => zone.shadowRoot!)
      for (const root of roots) for (const button of root.querySelectorAll('button')) button.click()
      // An overlay has its own distance to the edge of the window as a style.
      for (const root of roots)
        root.querySelector<HTMLElement>('[part~=overlay]')?.style.removeProperty('inset-block-end')
      return roots.flatMap(root =>
        [...root.querySelectorAll('[href], [src], script, style, [style]:not([style=""])')].map(
          node => node.getAttribute('href') ?? node.getAttribute('src') ?? node.outerHTML,
        ),
      )
    })
    expect(found.filter(address => !/^(https|mailto|sms):/.test(address))).toEqual([])
    const marks = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'pwned')])
    expect(marks).toEqual([undefined, undefined])
    // A visitor whom nobody knows has no link to share, where the content brings none: that is the program's to refuse.
    expect(complaints.filter(complaint => !complaint.includes('403'))).toEqual([])
  })
})
