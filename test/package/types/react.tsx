/// <reference types="rewards-web-sdk/types/react" />
// Compiles, with one error below each directive: <rewards-zone> in JSX.

import type { RewardsZoneElement } from 'rewards-web-sdk/widgets'

interface Order {
  sku: string
}

declare const order: Order
declare const isLazy: boolean

export const zone = (
  <rewards-zone
    key="zone"
    name="share_experience"
    data={order}
    widget="share"
    loading={isLazy ? 'lazy' : undefined}
    theme={{ accent: 'red' }}
    messages='{ "copy": "Take it" }'
    className="wide"
    style={{ minHeight: '10rem' }}
    ref={(element: RewardsZoneElement | null) => void element?.name}
    onload={event => event.type}
    onerror={({ detail }) => detail.code}
    onrewards-viewed={({ detail }) => detail.zone}
    onrewards-action={({ detail }) => detail.action}
    onClick={event => event.clientX}
  >
    <p>Give 20, get 20</p>
  </rewards-zone>
)

// @ts-expect-error: not a widget
export const wrongWidget = <rewards-zone widget="sharre" />
// @ts-expect-error: not a key of a theme
export const wrongTheme = <rewards-zone theme={{ acent: 'red' }} />
// @ts-expect-error: neither an object nor JSON
export const wrongData = <rewards-zone data={3} />
// @ts-expect-error: not a way to load
export const wrongLoading = <rewards-zone loading="late" />
// @ts-expect-error: no attribute of the element
export const wrongAttribute = <rewards-zone nmae="share_experience" />
// @ts-expect-error: no field of an action
export const wrongAction = <rewards-zone onrewards-action={({ detail }) => detail.colour} />
// @ts-expect-error: no field of a RewardsError
export const wrongError = <rewards-zone onerror={({ detail }) => detail.colour} />
