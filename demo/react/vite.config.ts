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
    rolldownOptions: {
      // The package loads its widgets on demand, unless an app imports them. `RewardsZone` does.
      checks: { ineffectiveDynamicImport: false },
      // A bundle for browsers does not need the directive, which is for Next.js.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
})
