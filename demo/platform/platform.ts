import { type PlatformOptions, settingsFrom } from './options.js'
import { type Database, openDatabase } from './store/database.js'

export interface Platform {
  /** Answers a request by the origin of its URL: program domain, server API, or 421. */
  fetch(request: Request): Promise<Response>
  db: Database
  close(): Promise<void>
}

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const settings = settingsFrom(options)
  const db = await openDatabase(options.dataDir, settings)
  return {
    db,
    close: () => db.close(),
    async fetch(request) {
      const { origin } = new URL(request.url)
      return new Response(null, { status: origin === settings.programOrigin ? 501 : 421 })
    },
  }
}
