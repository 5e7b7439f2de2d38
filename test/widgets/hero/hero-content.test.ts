import { describe, expect, test } from 'vitest'
import { readHero } from '../../../widgets/hero/hero-content.js'

describe('the content of a hero', () => {
  test('is read as it is', () => {
    const content = {
      headline: 'Grow slowly',
      text: 'Pots and tools',
      layout: 'behind',
      image_url: 'https://brand.com/garden.jpg',
      image_alt: 'A garden',
      video: { url: 'https://brand.com/garden.mp4', captions_url: 'https://brand.com/garden.vtt' },
      actions: [{ text: 'Share', opens: { zone: 'share_experience', data: { labels: 'home' } } }, { url: 'tel:123' }],
    }
    expect(readHero(content)).toEqual({
      ...content,
      // The picture is the poster.
      video: { ...content.video, poster_url: content.image_url },
      actions: [
        { ...content.actions[0], url: undefined },
        { text: '', opens: undefined, url: 'tel:123' },
      ],
    })
  })

  test.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { video: 7, actions: {}, layout: {} },
  ])('may be anything: %o', content => {
    expect(readHero(content)).toEqual({
      headline: '',
      text: '',
      layout: 'right',
      image_url: undefined,
      image_alt: '',
      video: undefined,
      actions: [],
    })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://brand.com/1',
    '/relative',
  ])('has no address %s', url => {
    const hero = readHero({
      image_url: url,
      video: { url: 'https://brand.com/garden.mp4', poster_url: url, captions_url: url },
      actions: [{ text: 'Share', url }],
    })
    expect(hero).toMatchObject({
      image_url: undefined,
      video: { poster_url: undefined, captions_url: undefined },
      actions: [],
    })
    expect(readHero({ video: { url } }).video).toBeUndefined()
  })

  test('has at most two calls to action, those that lead somewhere', () => {
    const actions = [
      { text: 'Nowhere' },
      { url: 'https://a.com/' },
      { opens: { zone: 'b' } },
      { url: 'https://c.com/' },
    ]
    expect(readHero({ actions }).actions.map(({ url, opens }) => url ?? opens?.zone)).toEqual(['https://a.com/', 'b'])
  })
})
