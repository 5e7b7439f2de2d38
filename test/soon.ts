/** For `vi.waitFor`, `vi.waitUntil` and `expect.poll`: a busy machine may take as long, and what never happens fails all the same. */
export const SOON = { timeout: 60_000 }
