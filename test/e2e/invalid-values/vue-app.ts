import { RewardsZone, rewardsPlugin, useResource, useZone } from 'rewards-web-sdk/vue'
import { createApp, defineComponent, h, type PropType, ref } from 'vue'
import { createValue, KINDS, type Kind, load } from './values.js'

const version = ref(1)

const Uses = defineComponent({
  props: { kind: { type: String as PropType<Kind>, required: true } },
  setup({ kind }) {
    const create = () => createValue(kind, version.value)
    const { value: zone, error } = useZone('terms', () => ({ data: { value: create() } }))
    const { value: count } = useResource(() => load(kind), create)
    return () => [
      h('p', `${kind}: zone ${zone.value ? 'shown' : error.value?.code}, loaded ${count.value}`),
      h(RewardsZone, { name: 'terms', data: { value: create() } }),
    ]
  },
})

const App = {
  render: () => [
    h('button', { onClick: () => version.value++ }, 'Next'),
    KINDS.map(kind => h('section', [h(Uses, { kind, key: kind })])),
  ],
}

export const start = (container: Element, domain: string) =>
  createApp(App).use(rewardsPlugin, { domain }).mount(container)
