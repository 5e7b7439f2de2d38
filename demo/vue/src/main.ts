import { createApp, createSSRApp } from 'vue'
import { setUp } from './set-up.js'

const root = document.querySelector('#app')!
const isRenderedOnServer = root.childElementCount > 0

setUp(isRenderedOnServer ? createSSRApp : createApp, location.pathname).mount(root)
