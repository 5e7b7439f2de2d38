import { defineConfig } from 'vite'

/** Static files that any server may serve. The shop serves them under its policy, and fills in the nonce at each request. */
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
