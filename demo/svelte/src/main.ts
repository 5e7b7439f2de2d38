import { hydrate, mount } from 'svelte'
import App from './App.svelte'

const target = document.querySelector('#app')!
const isRenderedOnServer = target.childElementCount > 0

const start = isRenderedOnServer ? hydrate : mount
start(App, { target, props: { firstPath: location.pathname } })
