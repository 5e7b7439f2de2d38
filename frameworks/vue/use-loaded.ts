import { computed, type Ref, shallowRef, type WatchSource, watch } from 'vue'
import type { RewardsError } from '../../src/api.js'
import { LOADING, type Loaded, type LoadingSource } from '../loading-source.js'
import { whenMounted } from './when-mounted.js'

/** What a component knows about something that it loads, and how to load it again. */
export interface Reloadable<Value> {
  /** Undefined until it has been loaded. Stays while it is loaded again for the same person. */
  readonly value: Readonly<Ref<Value | undefined>>
  /** Why loading has failed. Undefined once loading again has succeeded. */
  readonly error: Readonly<Ref<RewardsError | undefined>>
  readonly isLoading: Readonly<Ref<boolean>>
  /** Loads the value again. Never rejects: a failure is the `error`. */
  reload(): Promise<void>
}

/**
 * Loads something as soon as the component is mounted, and follows it. `create` is called again when one of `dependencies` changes. On a server,
 * the value is loading.
 */
export function useLoaded<Value>(
  create: () => LoadingSource<Value>,
  dependencies: WatchSource | WatchSource[],
): Reloadable<Value> {
  const state = shallowRef<Loaded<Value>>(LOADING)
  let source: LoadingSource<Value> | undefined

  function follow(): () => void {
    source = create()
    const { get, subscribe } = source
    const update = () => {
      state.value = get()
    }
    update()
    return subscribe(update)
  }

  whenMounted(() => watch(dependencies, (_value, _before, onCleanup) => onCleanup(follow()), { immediate: true }))
  return {
    value: computed(() => state.value.value),
    error: computed(() => state.value.error),
    isLoading: computed(() => state.value.isLoading),
    reload: async () => source?.reload(),
  }
}
