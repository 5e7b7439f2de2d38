/** Moves the focus to the zone. Call it before the focused element is removed, so that keyboard users keep their place in the page. */
export const focusZone = (host: Element) => host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
