import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [sveltekit()],
  // A package in `node_modules` needs no line: SvelteKit compiles its component with the app.
  ssr: { noExternal: ['rewards-web-sdk'] },
})
