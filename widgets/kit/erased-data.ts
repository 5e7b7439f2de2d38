import type { ViewProps } from '../view.js'

type Place = Pick<ViewProps, 'rewards' | 'zone'>

/** The zone of each runtime in which a person has erased their data. The profile that they erased it in is gone by then. */
const zones = new WeakMap<object, string>()

export const markErased = ({ rewards, zone }: Place) => zones.set(rewards, zone.name)

export const unmarkErased = ({ rewards }: Place) => zones.delete(rewards)

export const isErased = ({ rewards, zone }: Place) => zones.get(rewards) === zone.name
