/** Where the browser of the tests is. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** How it is started, whoever starts it. */
export const ARGUMENTS = [
  // In a container there is neither a sandbox for root nor a graphics card.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // Nothing leaves the machine that a test did not ask for.
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that a test answers itself has no address of this machine, and might not speak to the platform on it.
  '--disable-features=LocalNetworkAccessChecks',
]
