import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

// Otherwise, in the development mode of the shell, JSX becomes calls that contain the paths of this machine.
process.env.NODE_ENV = 'production'

/** Compiles an entry into one file for Node, which loads faster than hundreds. */
const oneFile = (entry: string, name: string) => ({
  ssr: entry,
  outDir: 'dist',
  emptyOutDir: false,
  target: 'node20',
  minify: false as const,
  rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
})

/**
 * The packages that the platform uses stay imports. The command `mcp` contains the SDK of its protocol: that installs 90 packages, and the command
 * needs 7 of them. `npm start` does not install it, and builds the platform alone.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  builder: {
    async buildApp({ build, environments: { platform, mcp } }) {
      await build(platform!)
      if (existsSync(join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/sdk'))) await build(mcp!)
    },
  },
  environments: {
    platform: { consumer: 'server', build: { ...oneFile('index.ts', 'index.js'), sourcemap: true } },
    mcp: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['zod'] },
      build: { ...oneFile('mcp/serve-mcp.ts', 'mcp.js'), license: { fileName: 'mcp-licenses.md' } },
    },
  },
})
