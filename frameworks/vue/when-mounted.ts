import { getCurrentInstance, onMounted } from 'vue'

/** Runs `start` once the component is mounted. Outside of a component, as in a store, runs it at once, but not on a server. */
export function whenMounted(start: () => void): void {
  if (getCurrentInstance()) onMounted(start)
  else if (globalThis.document) start()
}
