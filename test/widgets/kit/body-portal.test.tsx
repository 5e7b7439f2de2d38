// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact'
import { Component } from 'preact'
import { afterEach, expect, test, vi } from 'vitest'
import { BodyPortal } from '../../../widgets/kit/body-portal.js'
import { ErrorBoundary } from '../../../widgets/kit/error-boundary.js'

afterEach(cleanup)

test('a child at the end of the page that throws when it is drawn again fails the zone, once', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  host.attachShadow({ mode: 'open' }).innerHTML = '<div class="zone"></div>'
  const cause = new TypeError('No message')
  let draw = (_: { fails: boolean }) => {}
  class Child extends Component<object, { fails?: boolean }> {
    override componentDidMount() {
      draw = state => this.setState(state)
    }
    override render(_: object, { fails }: { fails?: boolean }) {
      if (fails) throw cause
      return <p>Give 20</p>
    }
  }
  const onError = vi.fn()
  render(
    <ErrorBoundary resetKey={host} onError={onError}>
      <BodyPortal host={host} open signal={new AbortController().signal} onOrphaned={() => {}}>
        <Child />
      </BodyPortal>
    </ErrorBoundary>,
  )
  expect(document.body.lastElementChild!.shadowRoot!.textContent).toBe('Give 20')
  draw({ fails: true })
  await expect.poll(() => onError.mock.calls).toEqual([[cause]])
  expect(document.querySelectorAll('body > :not(div)')).toHaveLength(0)
  host.remove()
})
