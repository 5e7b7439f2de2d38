/**
 * One way to show the first widget.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {'dist' | 'page'} from Where the script of the page comes from: the built script tag, or `pages/<entry>.js` as a bundler builds it.
 * @property {string} [entry]
 * @property {(hosts: Hosts) => string} head
 * @property {string} body
 * @property {string} [query] The query of the page's address.
 * @property {boolean} [returns] The visitor has been on the page before, and may be recognized.
 * @property {string} shows A text of the widget, by which it is known to be on the page.
 * @property {string} leavesOut What this row does not measure, or measures in favour of the other product.
 *
 * @typedef {{ program: string }} Hosts The origin that answers for the platform; the page's own origin serves its own scripts.
 */

const HEADLINE = 'Give 20, get 20'
const page = entry => `<script type="module" src="/pages/${entry}.js"></script>`
const zone = '<rewards-zone name="share_experience"></rewards-zone>'

/** @type {Row[]} */
export const ROWS = [
  {
    name: 'by hand',
    from: 'page',
    entry: 'by-hand',
    head: () => page('by-hand'),
    body: '<div id="place"></div>',
    shows: HEADLINE,
    leavesOut:
      'The floor: one request for the zone, and a few lines that draw it. No token, consent, retry, translation, sharing or styles.',
  },
  {
    name: 'rewards.js',
    from: 'dist',
    head: ({ program }) => `<script async src="${program}/rewards.js"></script>`,
    body: zone,
    shows: HEADLINE,
    leavesOut:
      'Consent sources, links that bring a token, native apps and HTTP/2. The view event and its code come after the paint.',
  },
  {
    name: 'rewards.js and rewards-widgets.js',
    from: 'dist',
    head: ({ program }) =>
      `<script type="module" async src="${program}/rewards-widgets.js"></script><script async src="${program}/rewards.js"></script>`,
    body: zone,
    shows: HEADLINE,
    leavesOut:
      'Consent sources, links that bring a token, native apps and HTTP/2. The view event and its code come after the paint.',
  },
  {
    name: 'npm, in a Vite app',
    from: 'page',
    entry: 'npm',
    head: () => page('npm'),
    body: zone,
    shows: HEADLINE,
    leavesOut: 'The app holds nothing but the SDK.',
  },
  {
    name: 'rewards.js, returning visitor',
    from: 'dist',
    head: ({ program }) => `<script async src="${program}/rewards.js"></script>`,
    body: zone,
    returns: true,
    shows: HEADLINE,
    leavesOut:
      'The same page for somebody with a token in the cookie. No file is left in the browser from the first visit.',
  },
  {
    name: 'rewards.js, landing page of a share link',
    from: 'dist',
    head: ({ program }) => `<script async src="${program}/rewards.js"></script>`,
    body: zone,
    query: '?access_token=link-token',
    shows: HEADLINE,
    leavesOut: 'A new visitor, whose token the address brings: the page has to ask the platform whose it is.',
  },
  {
    name: 'npm, verified by jwt',
    from: 'page',
    entry: 'verified',
    head: () => page('verified'),
    body: zone,
    returns: true,
    shows: HEADLINE,
    leavesOut:
      'A customer who is signed in, and whose token has expired since the last visit: they are proved before the zone is requested.',
  },
  {
    name: '@saasquatch/squatch-js',
    from: 'page',
    entry: 'saasquatch',
    head: () => page('saasquatch'),
    body: '<div id="squatchembed"></div>',
    shows: HEADLINE,
    leavesOut:
      'Fewer bytes than ours, and faster without limits, because its widget is a page of plain HTML here. The real ones load the vendor’s components (hundreds of kB) into the frame, and the polyfill that it loads there is an empty file here.',
  },
  {
    name: '@voucherify/react-widget',
    from: 'page',
    entry: 'voucherify',
    head: () => page('voucherify'),
    body: '<div id="place"></div>',
    shows: 'Validate',
    leavesOut:
      'Faster without limits, because its widget shows a form without any content of the platform: it waits for no answer, and has less to draw.',
  },
  {
    name: 'branch-sdk',
    from: 'page',
    entry: 'branch',
    head: () => page('branch'),
    body: '<div id="place"></div>',
    shows: HEADLINE,
    leavesOut:
      'Fewer bytes than ours, because it has no widget: the page draws a headline by hand once the SDK has started.',
  },
  {
    name: 'iframe embed',
    from: 'page',
    entry: 'embed',
    head: () => page('embed'),
    body: '<div id="place"></div>',
    shows: HEADLINE,
    leavesOut:
      'A model of what vendors of embeds ship: a script, a frame, a script of 60 kB in the frame, a request for the content. The frame is of the same site, which saves it a process.',
  },
]
