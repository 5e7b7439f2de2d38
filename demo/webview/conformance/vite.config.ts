import { defineConfig } from 'vite'

/** Builds static files for any server. The shop serves them with its Content Security Policy and inserts the nonce into each response. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsDir: 'conformance',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['conformance.html', 'conformance-frame.html'].map(name => `${import.meta.dirname}/${name}`),
    },
  },
})
