import { afterEach, expect, test } from 'vitest'
import { placed } from './page.js'
import { createProgram } from './program.js'

afterEach(() => document.head.replaceChildren())

/** What goes to the targeting of a zone that leaves it to the page to say what it is about. */
async function contentOf(tags: string) {
  const program = createProgram(() => ({ widget: 'share' }))
  document.head.innerHTML = tags
  await placed({ name: 'product', data: { content: 'opengraph', labels: 'refer' } })
  const [zone] = program.zones
  expect(zone).toMatchObject({ data: { labels: 'refer' } })
  return zone!.data!.content
}

test('data can refer to the page’s Open Graph tags', async () => {
  expect(
    await contentOf(`<meta property="og:title" content=" Olive tree ">
      <meta property="og:description" content="90 cm">
      <meta property="og:image" content="http://brand.com/olive.jpg">
      <meta property="og:image:secure_url" content="https://brand.com/olive.jpg">
      <meta name="og:url" content="https://brand.com/olive-tree">
      <meta property="product:retailer_item_id" content="olive-90">`),
  ).toEqual({
    title: 'Olive tree',
    description: '90 cm',
    image_url: 'https://brand.com/olive.jpg',
    url: 'https://brand.com/olive-tree',
    partner_content_id: 'olive-90',
  })
})

test.each(['product:item_id', 'og:product:id'])('the id of a product may be %s', async property => {
  expect(await contentOf(`<meta property="${property}" content="olive-90">`)).toEqual({
    partner_content_id: 'olive-90',
  })
})

test('a missing or empty tag is left out', async () => {
  expect(
    await contentOf('<meta property="og:title" content=""><meta property="og:url" content="https://b.com/">'),
  ).toEqual({ url: 'https://b.com/' })
})
