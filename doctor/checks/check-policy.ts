import { type Finding, fail, pass, warn } from '../finding.js'
import { writeTag } from '../page.js'
import { allows, type Directive, isStrictDynamic, type Policy, sourcesFor } from '../policy.js'
import type { Visit } from '../visit.js'

/** Checks what the page's Content Security Policy lets the SDK do. */
export function checkPolicy({ policies, page, tag, domain }: Visit): Finding[] {
  const program = new URL(domain)
  const own = program.origin === page.url.origin ? "'self'" : program.origin
  const refusing = (directive: Directive, url: URL, script?: { nonce?: string; integrity?: string }) =>
    policies.filter(policy => !allows(policy, directive, { url, page: page.url, ...(script && { script }) }))
  const findings: Finding[] = []

  if (tag) {
    const { nonce, integrity } = tag.attributes
    const attributes = { ...(nonce && { nonce }), ...(integrity && { integrity }) }
    for (const policy of refusing('script-src', tag.src, attributes))
      findings.push(
        fail(
          'policy',
          'The policy blocks the script tag',
          isStrictDynamic(policy) || usesNonce(policy)
            ? `Give the tag the nonce of the page: ${writeTag({ ...tag, attributes: { nonce: '', ...tag.attributes } })}`
            : extended(policy, 'script-src', tag.src.origin === page.url.origin ? "'self'" : tag.src.origin),
        ),
      )
    const module = new URL('module.js', tag.src)
    for (const policy of refusing('script-src', module))
      if (!isStrictDynamic(policy))
        findings.push(
          fail(
            'policy',
            'The policy lets the script run, but not load its modules',
            extended(policy, 'script-src', usesNonce(policy) ? "'strict-dynamic'" : own),
          ),
        )
  }
  for (const policy of refusing('connect-src', new URL(`${domain}/zones`)))
    findings.push(
      fail('policy', 'The policy blocks all calls to the program domain', extended(policy, 'connect-src', own)),
    )
  for (const policy of refusing('img-src', new URL(`${domain}/assets/x`)))
    findings.push(warn('policy', 'The policy blocks pictures of the program domain', extended(policy, 'img-src', own)))
  for (const policy of refusing('frame-src', new URL(`${domain}/rewards-creative.html`)))
    findings.push(
      warn(
        'policy',
        'The policy blocks zones whose content is HTML: they are shown in a frame',
        extended(policy, 'frame-src', own),
      ),
    )
  if (findings.length) return unique(findings)
  return [pass('policy', policies.length ? 'The policy allows what the SDK needs' : 'The page has no policy')]
}

const usesNonce = (policy: Policy) =>
  sourcesFor(policy, 'script-src')?.sources.some(source => source.startsWith("'nonce-")) ?? false

/** The directive as it must be. It replaces `default-src` for its kind of loads, so it repeats what that allows. */
function extended(policy: Policy, directive: Directive, source: string): string {
  const { name, sources } = sourcesFor(policy, directive)!
  const kept = sources.filter(each => each !== "'none'").map(each => (each.startsWith("'nonce-") ? "'nonce-…'" : each))
  return `${name === 'default-src' || name === 'child-src' ? directive : name} ${[...kept, source].join(' ')}`
}

/** The script and its modules may lack the same source. */
const unique = (findings: Finding[]) =>
  findings.filter(({ fix }, index) => findings.findIndex(each => each.fix === fix) === index)
