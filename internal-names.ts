/**
 * What the runtime and the files it fetches call each other's properties. A release's files are of one build and no page sees these names,
 * so the build agrees with itself on shorter ones. Not here: what a page, the platform, a store or another tab may read, what a module
 * exports, and what widgets use.
 */
export const INTERNAL_NAMES = [
  // Token and store.
  ...[
    'current',
    'read',
    'write',
    'keep',
    'remembered',
    'bury',
    'lift',
    'buried',
    'stamp',
    'settle',
    'learn',
    'drop',
    'forget',
  ],
  // Client.
  ...[
    'exchange',
    'weighed',
    'special',
    'proven',
    'renew',
    'alone',
    'bearer',
    'withCookies',
    'brings',
    'life',
    'end',
    'simple',
    'header',
  ],
  // Hooks.
  ...[
    'onToken',
    'onConsent',
    'onReceipt',
    'onRefusal',
    'onSettled',
    'onWithdrawn',
    'tellTabs',
    'onError',
    'tell',
    'emit',
  ],
  // Consumer, consent, identity.
  ...[
    'known',
    'notice',
    'keeps',
    'allowsCookies',
    'hear',
    'weigh',
    'adopt',
    'store',
    'cookies',
    'verification',
    'client',
    'settings',
    'base',
    'inApp',
  ],
  // Outbox.
  ...['tracked', 'delivery', 'take', 'leave', 'accept', 'ask', 'drain', 'wake', 'rush', 'resume', 'submit', 'spoiled'],
  ...['withdraw', 'holds', 'spacing', 'spend', 'fail', 'retry', 'recover'],
] as const

/** As terser wants them: the same short name in every file, of capital letters, which nothing else in a page has for a name. */
export const nameCache = () => ({
  props: { props: Object.fromEntries(INTERNAL_NAMES.map((name, index) => [`$${name}`, shortName(index)])) },
})

const shortName = (index: number): string =>
  (index < 26 ? '' : shortName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
