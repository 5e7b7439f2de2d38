import { defineComponent, h, onMounted, type PropType, ref } from 'vue'
import type { Theme, WidgetName } from '../../src/api.js'
import '../../widgets/index.js'
import type { GivenMessages } from '../../widgets/messages/messages.js'
import { toJson } from '../../widgets/page-values.js'
import type { RewardsZoneEventMap } from '../../widgets/zone-event-map.js'
import { reportHandlers } from '../report-unknown.js'
import { isHydrating } from './is-hydrating.js'
import { findRewards } from './use-rewards.js'

/**
 * Shows a zone with the runtime of the app, or else with the page's first. The slot is shown if the content belongs to the page. Other attributes
 * are those of the element.
 */
export const RewardsZone = defineComponent({
  name: 'RewardsZone',
  props: {
    /** The name of the zone in the program. */
    name: { type: String, required: true },
    /** Sent for targeting. */
    data: Object as PropType<object | undefined>,
    /** The widget to use, whatever the content says. */
    widget: String as PropType<WidgetName | undefined>,
    /** `lazy` waits until the element is in the viewport or close to it. */
    loading: String as PropType<'eager' | 'lazy' | undefined>,
    theme: Object as PropType<Theme | undefined>,
    /** Texts that replace the widgets' own, by key. */
    messages: Object as PropType<GivenMessages | undefined>,
  },
  emits: {
    /** The zone has loaded. It shows its content, or nothing if it has none. */
    load: (_event: RewardsZoneEventMap['load']) => true,
    /** The zone could not be loaded or drawn. `event.detail` is the error. */
    error: (_event: RewardsZoneEventMap['error']) => true,
    /** The visitor has seen the content. */
    viewed: (_event: RewardsZoneEventMap['rewards-viewed']) => true,
    /** The visitor has used the widget. `event.detail` says how. */
    action: (_event: RewardsZoneEventMap['rewards-action']) => true,
  },
  setup(props, { attrs, emit, slots }) {
    const rewards = findRewards()
    const isDeferred = ref(isHydrating())
    onMounted(() => {
      isDeferred.value = false
      reportHandlers(rewards, attrs, ['onLoad', 'onError', 'onViewed', 'onAction'])
    })
    return () =>
      h(
        'rewards-zone',
        {
          '.rewards': rewards,
          name: props.name,
          widget: props.widget,
          loading: props.loading,
          // JSON in attributes survives rendering on a server. Object properties do not.
          data: toJson(props.data),
          theme: toJson(props.theme),
          messages: toJson(props.messages),
          // A loaded widget may add an input field to the element, which Vue would not find in its own HTML.
          'defer-hydration': isDeferred.value ? '' : undefined,
          onLoad: (event: RewardsZoneEventMap['load']) => emit('load', event),
          onError: (event: RewardsZoneEventMap['error']) => emit('error', event),
          onRewardsViewed: (event: RewardsZoneEventMap['rewards-viewed']) => emit('viewed', event),
          onRewardsAction: (event: RewardsZoneEventMap['rewards-action']) => emit('action', event),
        },
        slots.default?.(),
      )
  },
})
