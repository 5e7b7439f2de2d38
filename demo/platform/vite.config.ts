import { defineConfig } from 'vite'

// Otherwise, in the development mode of the shell, JSX becomes calls that contain the paths of this machine.
process.env.NODE_ENV = 'production'

/** Compiles the platform into one file for Node, which loads faster than hundreds. The packages that it uses stay imports. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    ssr: 'index.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
  },
})
