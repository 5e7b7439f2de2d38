// A part of Content Security Policy Level 3: whether a policy lets the page load an address (https://www.w3.org/TR/CSP3/#match-url-to-source-list).

/** The sources of a policy, by the name of their directive. */
export type Policy = ReadonlyMap<string, string[]>

/** What a page wants to load. */
export interface Load {
  url: URL
  /** The address of the page, for `'self'`. */
  page: URL
  /** A script in the page's HTML, with the attributes by which a policy may allow it. */
  script?: { nonce?: string | undefined; integrity?: string | undefined }
}

/** The directives that count for a kind of load, the first that a policy has. */
const DIRECTIVES = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
} as const

export type Directive = keyof typeof DIRECTIVES

/** Reads the policies in a header or a `<meta>` element. */
export const parsePolicies = (text: string): Policy[] =>
  text
    .split(',')
    .map(parsePolicy)
    .filter(({ size }) => size)

function parsePolicy(text: string): Policy {
  const policy = new Map<string, string[]>()
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    // The first of two directives counts.
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
  }
  return policy
}

/** The directive that decides, with its sources. Undefined if the policy says nothing about such loads. */
export function sourcesFor(policy: Policy, directive: Directive): { name: string; sources: string[] } | undefined {
  const name = DIRECTIVES[directive].find(each => policy.has(each))
  return name === undefined ? undefined : { name, sources: policy.get(name)! }
}

/** Whether a policy allows a load. */
export function allows(policy: Policy, directive: Directive, { url, page, script }: Load): boolean {
  const found = sourcesFor(policy, directive)
  if (!found) return true
  const { sources } = found
  if (script?.nonce && sources.includes(`'nonce-${script.nonce}'`)) return true
  if (script?.integrity?.split(/\s+/).every(hash => sources.includes(`'${hash}'`))) return true
  // Then addresses do not count for the scripts of the HTML.
  if (script && sources.includes("'strict-dynamic'")) return false
  return sources.some(source => matches(source, url, page))
}

/** Whether the modules that a script loads are allowed with it. */
export const isStrictDynamic = (policy: Policy): boolean =>
  Boolean(sourcesFor(policy, 'script-src')?.sources.includes("'strict-dynamic'"))

function matches(source: string, url: URL, page: URL): boolean {
  if (source === '*') return /^(https?|wss?):$/.test(url.protocol)
  if (source === "'self'") return url.origin === page.origin
  if (/^[a-z][\w+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), url.protocol)
  const [, scheme, host = '', port, path] =
    /^(?:([a-z][\w+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? []
  return (
    isScheme(scheme ? `${scheme.toLowerCase()}:` : page.protocol, url.protocol) &&
    isHost(host.toLowerCase(), url.hostname) &&
    isPort(port, url) &&
    isPath(path, url.pathname)
  )
}

/** `http:` also allows `https:`. */
const isScheme = (allowed: string, given: string) => allowed === given || (allowed === 'http:' && given === 'https:')

const isHost = (allowed: string, given: string) =>
  allowed.startsWith('*.') ? given.endsWith(allowed.slice(1)) : allowed === given

/** Without a port, a source allows the port that the scheme has by default. */
const isPort = (allowed: string | undefined, { port, protocol }: URL) =>
  allowed === '*' || (port || portOf(protocol)) === (allowed ?? portOf(protocol))

const portOf = (protocol: string) => (protocol === 'http:' ? '80' : '443')

function isPath(allowed: string | undefined, given: string) {
  if (!allowed || allowed === '/') return true
  return allowed.endsWith('/') ? given.startsWith(allowed) : given === allowed
}
