import type { RewardsOptions } from './options.js'

/** The options of a runtime that needs no program: it shows made-up content and a made-up consumer (docs/quick-start.md). */
export interface DemoOptions extends Partial<RewardsOptions> {
  demo: true
}

/** Answers in place of a platform: the module `testing/demo.ts`. */
export interface DemoPlatform {
  fetch: typeof globalThis.fetch
  jwt(): string
}

/** Replaces the options that concern the program: every request is answered in the page, and nothing is stored. */
export const demoOptions = (options: Partial<RewardsOptions>, load: () => Promise<DemoPlatform>): RewardsOptions => ({
  ...options,
  // Reserved for examples (RFC 2606): nothing is ever sent there.
  domain: 'https://share.brand.example',
  consent: 'unset',
  fetch: async (...request) => (await load()).fetch(...request),
  jwt: async () => (await load()).jwt(),
})
