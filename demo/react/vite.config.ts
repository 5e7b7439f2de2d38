import { defineConfig } from 'vite'

/** The shop serves the built app and inserts the nonce and the program domain into each response. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    // The package loads its widgets on demand, unless an app imports them. `RewardsZone` does.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
