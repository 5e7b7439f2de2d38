import { render as renderComponent } from 'svelte/server'
import App from './App.svelte'

/** Renders the page at `path` as HTML. */
export const render = (path: string): string => renderComponent(App, { props: { firstPath: path } }).body
