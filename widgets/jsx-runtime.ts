import { type ComponentType, createElement, type VNode } from 'preact'

// The builds use this file in the place of `preact/jsx-runtime`, which repeats most of `createElement()`.

export { Fragment } from 'preact'

/** Creates an element of JSX. The compiler calls it. */
export const jsx = <Props extends object>(type: ComponentType<Props>, props: Props, key?: string): VNode<Props> =>
  createElement(type, { ...props, key })

export const jsxs = jsx
