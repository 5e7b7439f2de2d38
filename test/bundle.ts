// Bundles apps with Vite, as customers do; nothing is written to disk.

import { dirname } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

/** The chunks of a bundle. `config` is merged into a configuration without a file. */
export async function bundle({ build: options, ...config }: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const outputs = await build({
    logLevel: 'error',
    ...config,
    build: { write: false, modulePreload: false, ...options },
  })
  return [outputs]
    .flat()
    .flatMap(output => ('output' in output ? output.output : []))
    .filter(file => file.type === 'chunk')
}

/** An app with everything that it imports, as one script. */
export async function bundleToScript(entry: string): Promise<string> {
  const [chunk] = await bundle({
    root: dirname(entry),
    configFile: false,
    build: { target: 'es2022', rolldownOptions: { input: entry, output: { codeSplitting: false } } },
  })
  return chunk!.code
}
