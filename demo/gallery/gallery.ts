import { join } from 'node:path'
import { type Site, serve } from '../platform/serve.js'
import { createProgram } from './program.js'
import { gallerySite } from './site.js'

/** The hosts of the gallery. Browsers resolve `*.localhost` to this machine. */
const HOSTS = {
  gallery: 'gallery.brand.localhost',
  program: 'share.brand.localhost',
  server: 'api.brand.localhost',
}

export interface Gallery {
  origin: string
  close(): Promise<void>
}

/** Starts the gallery and its program in memory, on one port. Port 0: any free port. */
export async function startGallery({ port = 0 } = {}): Promise<Gallery> {
  const sites = new Map<string, Site>()
  const listener = await serve({ port, sites })
  const originOf = (host: string) => `http://${host}:${listener.port}`
  const origin = originOf(HOSTS.gallery)
  const programOrigin = originOf(HOSTS.program)
  try {
    const program = await createProgram({
      galleryOrigin: origin,
      programOrigin,
      serverOrigin: originOf(HOSTS.server),
      bundle: join(import.meta.dirname, '../../dist'),
    })
    sites.set(HOSTS.gallery, gallerySite(programOrigin))
    for (const host of [HOSTS.program, HOSTS.server]) sites.set(host, program.fetch)
    return {
      origin,
      async close() {
        await listener.close()
        await program.platform.close()
      },
    }
  } catch (error) {
    await listener.close()
    throw error
  }
}
