import {
  createElement,
  forwardRef,
  type HTMLAttributes,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Rewards } from '../../src/api.js'
import type { RewardsZoneProps as ElementProps, WithOwn } from '../../widgets/frameworks/zone-props.js'
import '../../widgets/index.js'
import { toJson } from '../../widgets/page-values.js'
import type { RewardsZoneElement } from '../../widgets/rewards-zone-element.js'
import type { RewardsZoneEventMap } from '../../widgets/zone-event-map.js'
import { reportHandlers } from '../report-unknown.js'
import { RewardsContext } from './rewards-context.js'

interface OwnProps extends Omit<ElementProps, 'rewards'> {
  /** The name of the zone in the program. */
  name: string
  /** The zone has loaded. It shows its content, or nothing if it has none. */
  onZoneLoad?: ((event: RewardsZoneEventMap['load']) => void) | undefined
  /** The zone could not be loaded or drawn. `event.detail` is the error. */
  onZoneError?: ((event: RewardsZoneEventMap['error']) => void) | undefined
  /** The visitor has seen the content. */
  onViewed?: ((event: RewardsZoneEventMap['rewards-viewed']) => void) | undefined
  /** The visitor has used the widget. `event.detail` says how. */
  onAction?: ((event: RewardsZoneEventMap['rewards-action']) => void) | undefined
}

/**
 * The attributes of `<rewards-zone>`, its events, and the attributes of every HTML element. React calls `onLoad` and `onError` for other elements only: a zone
 * has `onZoneLoad` and `onZoneError`.
 */
export type RewardsZoneProps = WithOwn<Omit<HTMLAttributes<RewardsZoneElement>, 'onLoad' | 'onError'>, OwnProps>

/**
 * Shows a zone with the runtime of the nearest `<RewardsProvider>`, or else with the page's first. The children are shown if the content belongs
 * to the page. The ref is the element.
 */
export const RewardsZone = forwardRef<RewardsZoneElement, RewardsZoneProps>(function RewardsZone(props, ref) {
  const { data, theme, messages, className, onZoneLoad, onZoneError, onViewed, onAction, ...attributes } = props
  const rewards = useContext(RewardsContext)
  const isHydrating = useIsHydrating()
  const element = useRef<RewardsZoneElement>(null)
  useImperativeHandle(ref, () => element.current as RewardsZoneElement, [])
  useClientLayoutEffect(() => {
    if (element.current) element.current.rewards = rewards
  }, [rewards])
  useZoneEvents(element, { onZoneLoad, onZoneError, onViewed, onAction })
  useWarning(rewards, attributes)
  return createElement('rewards-zone', {
    ...attributes,
    ref: element,
    // React 18 does not know `className` on a custom element.
    class: className,
    // JSON in attributes survives rendering on a server and hydration. Object properties do not.
    data: toJson(data),
    theme: toJson(theme),
    messages: toJson(messages),
    // A loaded widget may add an input field to the element, which React would not find in its own HTML.
    'defer-hydration': isHydrating ? '' : undefined,
  })
})

/** Names the handlers that React calls for other elements only, and misspelt ones. TypeScript refuses them, too. */
function useWarning(rewards: Rewards | undefined, attributes: object) {
  const wrong = ['onLoad', 'onError'].filter(name => name in attributes).join(', ')
  const names = Object.keys(attributes).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a component may pass new functions with each rendering.
  useEffect(() => {
    if (wrong) rewards?.report?.('unknown_key', `RewardsZone does not call ${wrong}; use onZoneLoad and onZoneError`)
    reportHandlers(rewards, attributes, ['onZoneLoad', 'onZoneError', 'onViewed', 'onAction'])
  }, [rewards, names])
}

/** On a server, React 18 warns about layout effects. */
const useClientLayoutEffect = globalThis.document ? useLayoutEffect : useEffect

/** Whether this component is rendered on a server, or takes over the HTML of a server. */
const useIsHydrating = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )

const neverChanges = () => () => {}

/**
 * Calls the functions of the last rendering. The listeners stay as long as the element: React ends effects also while it hides a component, and
 * the zone may load meanwhile.
 */
function useZoneEvents(
  element: { readonly current: RewardsZoneElement | null },
  handlers: Pick<RewardsZoneProps, 'onZoneLoad' | 'onZoneError' | 'onViewed' | 'onAction'>,
) {
  const latest = useRef(handlers)
  const observed = useRef<RewardsZoneElement>(undefined)
  useClientLayoutEffect(() => {
    latest.current = handlers
    const zone = element.current
    if (!zone || zone === observed.current) return
    observed.current = zone
    zone.addEventListener('load', event => latest.current.onZoneLoad?.(event))
    zone.addEventListener('error', event => latest.current.onZoneError?.(event))
    zone.addEventListener('rewards-viewed', event => latest.current.onViewed?.(event))
    zone.addEventListener('rewards-action', event => latest.current.onAction?.(event))
  })
}
