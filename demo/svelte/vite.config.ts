import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [svelte({ configFile: false })],
  build: { target: 'es2022' },
  // Its component is compiled with the app. For a package in `node_modules`, the plugin does this by itself.
  ssr: { noExternal: ['rewards-web-sdk'] },
})
