import { describe, expect, test } from 'vitest'
import { addShareId } from '../../../src/base/add-share-id.js'
import { addLink } from '../../../widgets/share/add-link.js'
import { linkFor } from '../../../widgets/share/link-for.js'

const LINK = 'https://brand.com/s/ada'
const TRACKED = `${LINK}?partner_share_id=1`

describe('the text of a share', () => {
  test('ends with the link', () => {
    expect(addLink('Have $20:', LINK, TRACKED)).toBe(`Have $20: ${TRACKED}`)
  })

  test('contains the link once, where the marketer put it', () => {
    expect(addLink(`Take ${LINK} for $20`, LINK, TRACKED)).toBe(`Take ${TRACKED} for $20`)
    expect(addLink(`${LINK} or ${LINK}`, LINK, TRACKED)).toBe(`${TRACKED} or`)
    const odd = `${LINK}?a=1+2|3&b=(c)`
    expect(addLink(`Take ${odd} for $20`, odd, TRACKED)).toBe(`Take ${TRACKED} for $20`)
  })

  test.each([
    '/about',
    'bc',
    '?x=1',
    '#top',
    '/',
    '.html',
    '!x',
    ':8080',
    '-2',
    '%20',
    '&x=1',
    '=1',
    '~b',
    ',x',
    ';x',
    '+b',
    '*b',
    '@b',
    '$b',
    'é',
    'ж',
  ])('leaves a longer address alone that goes on with %s', rest => {
    expect(addLink(`See ${LINK}${rest}`, LINK, TRACKED)).toBe(`See ${LINK}${rest} ${TRACKED}`)
  })

  test.each(['.', ',', '!', ')', '*', '', '" now', ' – now', 'を'])('contains the link before "%s"', rest => {
    expect(addLink(`Take ${LINK}${rest}`, LINK, TRACKED)).toBe(`Take ${TRACKED}${rest}`.trim())
  })

  test('is only the link if there is no message', () => {
    expect(addLink('', LINK, TRACKED)).toBe(TRACKED)
  })

  test('has no link if the share sheet adds it', () => {
    expect(addLink(`Have $20: ${LINK}`, LINK, '')).toBe('Have $20:')
  })

  test.each([
    [`See ${LINK}.`, 'See.'],
    [`Get $20 at ${LINK} today!`, 'Get $20 at today!'],
    [`${LINK} or ${LINK}, both`, 'or, both'],
    [`Join me:\n\n${LINK}\n\nSee you`, 'Join me:\n\nSee you'],
    [`See ${LINK}/about `, `See ${LINK}/about`],
    ['Have  $20', 'Have  $20'],
  ])('reads well when the link is taken out of “%s”', (message, words) => {
    expect(addLink(message, LINK, '')).toBe(words)
  })
})

test('half a character, which an address cannot hold, breaks no link for a share', () => {
  const { href } = linkFor(
    { code: 'ada', link: LINK },
    'email',
    { message: 'Hi\ud83d 🌿', subject: '\udc00 Hello' },
    '1',
  )
  expect(decodeURIComponent(href)).toBe(`mailto:?subject=\ufffd Hello&body=Hi\ufffd 🌿 ${TRACKED}`)
})

test('a tracked link keeps its own query and fragment', () => {
  expect(addShareId('https://brand.com/s/ada?utm_source=a#b', '1')).toBe(
    'https://brand.com/s/ada?utm_source=a&partner_share_id=1#b',
  )
})
