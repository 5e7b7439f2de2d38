// The script tag's chunks.ts: modules from beside the script. A classic script of another origin has no base of its own for relative
// imports, so the address is made here, while the browser still says which script this is.
const script = document.currentScript as HTMLScriptElement | null
const beside = script?.src || location.href

/** A browser remembers that a module failed to load: the second try asks under another address. */
const load = (name: string) => {
  const url = new URL(name, beside)
  return import(/* @vite-ignore */ url.href).catch(() => import(/* @vite-ignore */ `${url.href}?retry`))
}

export const widgets = (): Promise<typeof import('../widgets/index.js')> => load('rewards-widgets.js')
export const resources = (): Promise<typeof import('./resources/index.js')> => load('rewards-resources.js')
export const identity = (): Promise<typeof import('./identity.js')> => load('rewards-identity.js')
export const sharing = (): Promise<typeof import('./share.js')> => load('rewards-share.js')
