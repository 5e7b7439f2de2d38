import type { Component } from 'svelte'
import type { RewardsZoneProps } from './rewards-zone-props.js'

declare const RewardsZone: Component<RewardsZoneProps>
export default RewardsZone
