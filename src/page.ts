/**
 * Whether there is what every page has: under npm the runtime is made on servers too, and in tests' imitations of a page. The script tag's
 * build puts page.script.ts in this place.
 */
export const pageHas = (name: 'document' | 'location' | 'BroadcastChannel') => Boolean(globalThis[name])
