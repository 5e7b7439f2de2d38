import { rewardsPlugin } from 'rewards-web-sdk/vue'
import type { createApp } from 'vue'
import App from './App.vue'

/** The program domain of the local platform: `npm start -- --allow-origin http://localhost:5173`. */
const DOMAIN = 'http://share.brand.localhost:4400'

/** Creates the app, on the server as well as on the page. `path` is the path of its first page. */
export const setUp = (create: typeof createApp, path: string) =>
  create(App, { firstPath: path }).use(rewardsPlugin, { domain: DOMAIN })
