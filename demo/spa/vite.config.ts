import { defineConfig } from 'vite'

/** Built once, served by the shop: it fills in the nonce and the program domain at each request. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    // The package fetches its widgets when a zone needs them; an app with zones on its first page brings them along.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
