import { cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { Picture } from '../../../widgets/cta/picture.js'
import { Avatar } from '../../../widgets/kit/avatar.js'
import { en } from '../../../widgets/messages/en.js'
import type { Messages } from '../../../widgets/messages/messages.js'
import { Invitation } from '../../../widgets/share/invitation.js'
import { readShare } from '../../../widgets/share/share-content.js'

afterEach(cleanup)

test.each([
  ['an avatar', (image_url: string) => <Avatar name="Ada" image_url={image_url} />],
  ['the picture of a call to action', (url: string) => <Picture url={url} />],
  [
    'the picture of an invitation',
    (image_url: string) => (
      <Invitation share={readShare({ image_url })} locale="en" messages={en as Messages}>
        {null}
      </Invitation>
    ),
  ],
])('%s that cannot be loaded is hidden; another one in its place is shown', (_, withImage) => {
  const { container, rerender } = render(withImage('https://brand.com/gone.jpg'))
  const image = () => container.querySelector('img')!
  image().dispatchEvent(new Event('error'))
  expect(image().hidden).toBe(true)
  rerender(withImage('https://brand.com/fern.jpg'))
  expect(image().src).toBe('https://brand.com/fern.jpg')
  expect(image().hidden).toBe(false)
})
