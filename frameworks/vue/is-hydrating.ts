import { getCurrentInstance } from 'vue'

/** Whether the component that is being set up is rendered on a server, or takes over the HTML of a server. */
export const isHydrating = (): boolean => !globalThis.document || Boolean(getCurrentInstance()?.vnode.el)
