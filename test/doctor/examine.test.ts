import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { run } from '../../doctor/command.js'
import { type Fault, FILE, FOR_EVER, HASH, HEALTHY, SCRIPT, useShop } from './shop.js'

const shop = useShop()

/** The answer of the platform with other headers. An empty text removes a header. */
const withHeaders =
  (changes: Record<string, string>, path = '/'): Fault =>
  async (request, next) => {
    const answer = await next()
    if (!new URL(request.url).pathname.startsWith(path)) return answer
    const headers = new Headers(answer.headers)
    for (const [name, value] of Object.entries(changes)) {
      headers.delete(name)
      if (value) headers.set(name, value)
    }
    return new Response(answer.body, { status: answer.status, headers })
  }

/** A tag of `rewards.js` with these attributes, and no zone. */
const tag = (attributes: string) => `<script ${attributes}></script>`
const PINNED = '{program}/rewards-1.2.3/rewards.js'

test('the fix for a tag with a hash is whole: with it, the next run has nothing to say about the tag', async () => {
  const options = 'data-consent="denied"'
  shop.show(tag(`async src="{program}/rewards.js" integrity="sha384-AAAA" ${options}`))
  const found = await shop.findings('integrity')
  expect(found.map(({ status }) => status)).toEqual(['fail', 'fail', 'fail'])
  const [fix, ...others] = new Set(found.map(finding => finding.fix))
  expect(others).toEqual([])
  expect(fix).toContain(options)
  shop.show(fix!)
  for (const check of ['tag', 'integrity'] as const)
    expect((await shop.findings(check)).map(({ status }) => status)).toEqual(['pass'])
})

describe('a healthy page', () => {
  test.each([
    ['with the newest version', HEALTHY, {}],
    ['with a pinned version', tag(`async src="${PINNED}" integrity="${HASH}" crossorigin`), {}],
    [
      'with the strictest policy',
      tag('async nonce="n1" src="{program}/rewards.js"'),
      {
        'content-security-policy':
          "default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'; connect-src http://share.brand.localhost:*; img-src http://share.brand.localhost:*; frame-src http://share.brand.localhost:*; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    ],
  ])('%s passes every check', async (_, html, headers) => {
    shop.show(html, headers)
    const { lines, status } = await command(shop.page)
    expect(lines.filter(line => /^(warn|fail)/.test(line))).toEqual([])
    expect(status).toBe(0)
    for (const check of ['address', 'tag', 'script', 'caching', 'policy', 'cors', 'cookies', 'zones'])
      expect(lines.filter(line => line.startsWith(`pass  ${check}`))).not.toEqual([])
  })
})

type Broken = [
  what: string,
  check: 'tag' | 'script' | 'integrity' | 'caching' | 'policy' | 'cors' | 'cookies' | 'zones',
  status: 'warn' | 'fail',
  fix: RegExp,
  page: { html?: string; headers?: Record<string, string>; fault?: Fault },
]

/** Each broken page: its HTML, its headers, what it breaks of the program domain, and the finding. */
const BROKEN: Broken[] = [
  ['without a tag', 'tag', 'warn', /<script async src="http:\/\/share/, { html: '<p>' }],
  ['whose tag is not async', 'tag', 'warn', /^<script async src/, { html: tag('src="{program}/rewards.js"') }],
  [
    'whose tag is not async and has options',
    'tag',
    'warn',
    /^<script async src="[^"]+" data-consent="denied" data-data="{&quot;a&quot;:1}"><\/script>$/,
    { html: tag(`src="{program}/rewards.js" data-consent="denied" data-data='{"a":1}'`) },
  ],
  [
    'with a misspelt option',
    'tag',
    'fail',
    /^Write data-consent$/,
    { html: tag('async src="{program}/rewards.js" data-consnet="denied"') },
  ],
  ['with two tags', 'tag', 'warn', /^Keep one/, { html: HEALTHY + tag('async src="{program}/rewards.js"') }],
  [
    'with two tags that differ',
    'tag',
    'fail',
    /^Keep one: <script async src="[^"]+" data-consent="denied"><\/script>$/,
    {
      html:
        tag('async src="{program}/rewards.js" data-consent="denied"') +
        tag('async src="{program}/rewards.js" data-consent="unset"'),
    },
  ],
  [
    'with widgets from elsewhere',
    'tag',
    'warn',
    /^Take both from/,
    { html: HEALTHY + tag('type="module" async src="https://cdn.example/rewards-widgets.js"') },
  ],
  [
    'whose script is missing',
    'script',
    'fail',
    /^Check the address/,
    { html: tag('async src="{program}/sdk/rewards.js" data-domain="{program}"') },
  ],
  [
    'whose script is a page',
    'script',
    'fail',
    /no other server/,
    { fault: withHeaders({ 'content-type': 'text/html' }, '/rewards.js') },
  ],
  [
    'with an older version',
    'script',
    'warn',
    /rewards-1\.2\.3\/rewards\.js/,
    {
      html: tag('async src="{program}/rewards-1.0.0/rewards.js"'),
      fault: (request, next) => (request.url.includes('1.0.0') ? new Response(SCRIPT, { headers: FOR_EVER }) : next()),
    },
  ],
  [
    'whose modules may not be loaded',
    'script',
    'fail',
    /^Access-Control-Allow-Origin: \*$/,
    { fault: withHeaders({ 'access-control-allow-origin': '' }, '/rewards-1.2.3') },
  ],
  [
    'with a wrong hash',
    'integrity',
    'fail',
    /^<script async src="[^"]+" integrity="sha384-[^"]{60,}" crossorigin="anonymous"><\/script>$/,
    { html: tag(`async src="${PINNED}" integrity="sha384-AAAA" crossorigin`) },
  ],
  [
    'with a hash, without crossorigin',
    'integrity',
    'fail',
    / integrity="sha384-[^"]{60,}" crossorigin="anonymous"><\/script>$/,
    { html: tag(`async src="${PINNED}" integrity="${HASH}"`) },
  ],
  [
    'with a hash of the newest version',
    'integrity',
    'fail',
    /rewards-1\.2\.3\/rewards\.js/,
    { html: tag(`async src="{program}/rewards.js" integrity="${HASH}" crossorigin`) },
  ],
  [
    'whose script is kept for a year',
    'caching',
    'fail',
    /max-age=300/,
    { fault: withHeaders({ 'cache-control': 'max-age=31536000' }, '/rewards.js') },
  ],
  [
    'whose script is never kept',
    'caching',
    'warn',
    /max-age=300/,
    { fault: withHeaders({ 'cache-control': 'no-store' }, '/rewards.js') },
  ],
  [
    'whose script is not compressed',
    'caching',
    'warn',
    /Content-Encoding/,
    {
      fault: (request, next) =>
        new URL(request.url).pathname === '/rewards.js' ? new Response(SCRIPT, { headers: FILE }) : next(),
    },
  ],
  [
    'whose version is missing',
    'caching',
    'fail',
    /^Upload the folder/,
    { fault: (request, next) => (request.url.includes('/rewards-1') ? new Response('', { status: 404 }) : next()) },
  ],
  [
    'whose version is not kept',
    'caching',
    'warn',
    /immutable/,
    { fault: withHeaders({ 'cache-control': 'max-age=60' }, '/rewards-1.2.3') },
  ],
  [
    'whose policy blocks the script',
    'policy',
    'fail',
    /^script-src 'self' http:\/\/share\.brand/,
    { headers: { 'content-security-policy': "script-src 'self'" } },
  ],
  [
    'whose tag lacks the nonce',
    'policy',
    'fail',
    /nonce="…"/,
    { headers: { 'content-security-policy': "script-src 'nonce-n1' 'strict-dynamic'" } },
  ],
  [
    'whose policy blocks modules',
    'policy',
    'fail',
    /'strict-dynamic'$/,
    {
      html: tag('async nonce="n1" src="{program}/rewards.js"'),
      headers: { 'content-security-policy': "script-src 'nonce-n1'" },
    },
  ],
  [
    'whose policy blocks calls',
    'policy',
    'fail',
    /^connect-src 'self' http:\/\/share\.brand/,
    { headers: { 'content-security-policy': "connect-src 'self'" } },
  ],
  [
    'whose markup has such a policy',
    'policy',
    'fail',
    /^connect-src http:\/\/share\.brand/,
    { html: `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${HEALTHY}` },
  ],
  [
    'whose policy blocks pictures',
    'policy',
    'warn',
    /^img-src 'self' http/,
    { headers: { 'content-security-policy': "img-src 'self'" } },
  ],
  [
    'whose policy blocks frames',
    'policy',
    'warn',
    /^frame-src http/,
    { headers: { 'content-security-policy': "child-src 'none'" } },
  ],
  [
    'of an origin that is not allowed',
    'cors',
    'fail',
    /allowed origins of the program/,
    { fault: withHeaders({ 'access-control-allow-origin': '*', 'access-control-allow-credentials': '' }) },
  ],
  [
    'of a host that is no program domain',
    'cors',
    'fail',
    /^Check --domain/,
    { fault: (request, next) => (request.method === 'POST' ? new Response('', { status: 421 }) : next()) },
  ],
  [
    'whose program redirects',
    'cors',
    'fail',
    /--domain https:\/\/rewards\.example$/,
    {
      fault: (request, next) =>
        request.method === 'POST'
          ? new Response('', { status: 301, headers: { location: 'https://rewards.example/zones' } })
          : next(),
    },
  ],
  [
    'whose proxy hides headers',
    'cors',
    'fail',
    /^Access-Control-Expose-Headers: X-Svc-Token, X-Svc-Cookie-Consent, X-Svc-Error-Message$/,
    { fault: withHeaders({ 'access-control-expose-headers': '' }) },
  ],
  ...['authorization', 'content-type'].map(
    (header): Broken => [
      `whose proxy allows only the header ${header}`,
      'cors',
      'fail',
      /^Access-Control-Allow-Headers: Authorization, Content-Type/,
      { fault: withHeaders({ 'access-control-allow-headers': header }) },
    ],
  ),
  [
    'whose tag names the headers of another platform',
    'cors',
    'fail',
    /add --vendor$/,
    { html: tag('async src="{program}/rewards.js" data-vendor="acme"') },
  ],
  [
    'whose firewall answers OPTIONS',
    'cors',
    'fail',
    /^Access-Control-Allow-Headers: Authorization/,
    { fault: (request, next) => (request.method === 'OPTIONS' ? new Response('', { status: 403 }) : next()) },
  ],
  [
    'whose calls ask each time',
    'cors',
    'warn',
    /^Access-Control-Max-Age/,
    { fault: withHeaders({ 'access-control-max-age': '' }) },
  ],
  [
    'whose proxy changes the cookie',
    'cookies',
    'fail',
    /Secure; HttpOnly; SameSite=Lax$/,
    { fault: withHeaders({ 'set-cookie': 'svc_token=secret; Path=/' }, '/zones') },
  ],
  [
    'whose proxy removes the cookie',
    'cookies',
    'warn',
    /^Let no proxy remove Set-Cookie$/,
    { fault: withHeaders({ 'set-cookie': '' }, '/zones') },
  ],
  [
    'with a zone that does not exist',
    'zones',
    'warn',
    /^Check the spelling/,
    { html: `${tag('async src="{program}/rewards.js"')}<rewards-zone name="share_experiance">` },
  ],
  [
    'with a zone without a name',
    'zones',
    'fail',
    /name="…"/,
    { html: `${tag('async src="{program}/rewards.js"')}<rewards-zone>` },
  ],
  ...['reward-zone', 'reward-zones', 'rewards-zones', 'rewardzone', 'rewardszone'].map(
    (name): Broken => [
      `with a misspelt element, ${name}`,
      'zones',
      'fail',
      /^<rewards-zone/,
      { html: `${HEALTHY}<${name} name="a"></${name}>` },
    ],
  ),
  [
    'with a zone that ends like an empty element',
    'zones',
    'fail',
    /^<rewards-zone name="share_experience" loading="lazy"><\/rewards-zone>$/,
    { html: `${tag('async src="{program}/rewards.js"')}<rewards-zone name="share_experience" loading="lazy" />` },
  ],
  [
    'with a zone whose content names no widget',
    'zones',
    'warn',
    /^Add a widget to the content or to the tag/,
    {
      fault: async (request, next) => {
        if (new URL(request.url).pathname !== '/zones' || !(await request.clone().text()).includes('share_experience'))
          return next()
        const { headers } = await next()
        return new Response('Only for new customers.', {
          headers: { ...Object.fromEntries(headers), 'content-type': 'text/plain' },
        })
      },
    },
  ],
  [
    'with data that is no JSON',
    'zones',
    'fail',
    /^data='/,
    { html: `${tag('async src="{program}/rewards.js"')}<rewards-zone name="a" data="{'a':1}">` },
  ],
  [
    'with a zone of the demo',
    'zones',
    'warn',
    /^<rewards-zone/,
    { html: `${tag('async src="{program}/rewards.js"')}<rewards-zone demo="share">` },
  ],
]

test.each(BROKEN)('a page %s: %s, %s', async (_, check, status, fix, { html = HEALTHY, headers = {}, fault }) => {
  shop.show(html, headers)
  if (fault) shop.breakProgram(fault)
  const found = await shop.findings(check, { domain: shop.program })
  expect(found.filter(each => each.status !== 'pass')).toMatchObject([{ status, fix: expect.stringMatching(fix) }])
})

test.each(['async', 'defer', 'type="module"'])('a tag with %s does not keep the page waiting', async attribute => {
  shop.show(tag(`${attribute} src="{program}/rewards.js"`))
  expect(await shop.findings('tag')).toMatchObject([{ status: 'pass' }])
})

test.each(['sha256', 'sha384', 'sha512'])('the hash of the script may be one of %s', async name => {
  const hash = createHash(name).update(SCRIPT).digest('base64')
  shop.show(tag(`async src="${PINNED}" integrity="${name}-${hash}" crossorigin`))
  expect(await shop.findings('integrity')).toMatchObject([{ status: 'pass' }])
})

test.each(['unset', 'denied'])('no cookie is missing while the consent is %s', async consent => {
  shop.breakProgram(withHeaders({ 'set-cookie': '', 'x-svc-cookie-consent': consent }, '/zones'))
  expect(await shop.findings('cookies')).toMatchObject([{ status: 'pass' }])
})

test('the cookie of a program domain of another site needs other attributes', async () => {
  shop.breakProgram(withHeaders({ 'set-cookie': 'svc_token=secret; Path=/' }, '/zones'))
  expect(await shop.findings('cookies', { page: new URL(shop.pageOfOtherSite) })).toMatchObject([
    { status: 'fail', fix: expect.stringMatching(/Secure; HttpOnly; SameSite=None; Partitioned$/) },
  ])
})

test('attributes of other tools are no misspelt options', async () => {
  shop.show(tag('async src="{program}/rewards.js" data-cookieconsent="marketing" data-nscript="afterInteractive"'))
  expect(await shop.findings('tag')).toMatchObject([{ status: 'pass' }])
})

test('the cookie is not judged where the program does not allow the origin', async () => {
  shop.breakProgram(
    withHeaders({ 'access-control-allow-origin': '*', 'access-control-allow-credentials': '', 'set-cookie': '' }),
  )
  expect(await shop.findings('cookies')).toEqual([])
  expect(await shop.findings('cors')).toMatchObject([{ status: 'fail' }])
})

test('a page of another site, which the program answers without the cookie, can be used', async () => {
  const page = new URL(shop.pageOfOtherSite)
  expect(await shop.findings('cors', { page })).toMatchObject([{ status: 'pass' }])
  shop.breakProgram(withHeaders({ 'access-control-allow-origin': 'https://www.brand.com' }))
  expect(await shop.findings('cors', { page })).toMatchObject([{ status: 'fail' }])
})

describe('a hostile page', () => {
  test('cannot control the terminal', async () => {
    shop.show(`${tag('async src="{program}/rewards.js"')}<rewards-zone name="\u001b]0;title\u0007\u009b31m">`)
    const { text } = await command(shop.page)
    expect(text).toContain('zones')
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
  })
  test('may be nested deeper than any real one', async () => {
    shop.show('<div>'.repeat(100_000) + HEALTHY)
    expect(await shop.findings('tag')).toMatchObject([{ status: 'pass' }])
  })
})

describe('the command', () => {
  test('writes the report as JSON, and ends with 1 if something fails', async () => {
    shop.breakProgram(withHeaders({ 'access-control-allow-origin': '*', 'access-control-allow-credentials': '' }))
    const { text, status } = await command(shop.page, '--json')
    const report = JSON.parse(text)
    expect(status).toBe(1)
    expect(report).toMatchObject({ page: `${shop.page}/`, domain: shop.program, failed: 1 })
    expect(report.findings).toContainEqual({
      check: 'cors',
      status: 'fail',
      message: `The program does not allow the origin ${shop.page}`,
      fix: expect.stringContaining(`Add ${shop.page} to the allowed origins`),
    })
  })

  test('shows no token, and nothing of a query', async () => {
    shop.breakProgram(withHeaders({ 'set-cookie': 'svc_token=a-secret-token; Path=/' }, '/zones'))
    const { text, progress } = await command(shop.page)
    expect(text + progress).not.toContain('a-secret-token')
  })

  test.each([
    [[], /^npx rewards-web-sdk doctor <page>/],
    [['doctor'], /^npx rewards-web-sdk doctor <page>/],
    [['heal', 'https://www.brand.com'], /^npx rewards-web-sdk doctor <page>/],
    [['doctor', 'www.brand.com'], /^The page must be like https:\/\/www\.brand\.com; got "www\.brand\.com"$/],
    [['doctor', 'https://www.brand.com', '--domain', 'share'], /^--domain must be like/],
    [['doctor', 'https://www.brand.com', '--deep'], /--deep/],
    [['doctor', 'http://nothing.localhost:1'], /^http:\/\/nothing\.localhost:1 cannot be reached: ECONNREFUSED$/],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { progress, text, status } = await commandWith(args)
    expect(status).toBe(2)
    expect(progress.at(-1)).toMatch(message)
    expect(text).toBe('')
  })

  test('names the package that a browser needs, if the project does not have it', async () => {
    const before = process.cwd()
    process.chdir(tmpdir())
    try {
      const { text, status } = await command(shop.page, '--browser')
      expect(text).toContain('fix: npm install --no-save playwright-core')
      expect(status).toBe(1)
    } finally {
      process.chdir(before)
    }
  })

  test('says what it can do', async () => {
    expect(await commandWith(['--help'])).toMatchObject({ status: 0, text: expect.stringContaining('--browser') })
  })
})

const command = (...args: string[]) => commandWith(['doctor', ...args])

async function commandWith(args: string[]) {
  const progress: string[] = []
  const reports: string[] = []
  const status = await run(args, { report: text => reports.push(text), progress: text => progress.push(text) })
  const text = reports.join('\n')
  return { status, text, lines: text.split('\n'), progress }
}
