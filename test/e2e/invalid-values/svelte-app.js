import { mount } from 'svelte'
import App from './App.svelte'

export const start = (target, domain) => mount(App, { target, props: { domain } })
