import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../../../demo/command.js'
import { CONTENT, CONTENT_HTML, createEmbedScript, EMBED_HTML } from './content.js'
import { ROWS } from './rows.js'

const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html', json: 'application/json' }

/** The addresses of vendors in their bundles. They are replaced, because every server of the benchmark is on this machine. */
const VENDORS = /https:\/\/(api2\.branch\.io|app\.link)/g

/** The compressed form of each body. */
const compressed = new Map()

/**
 * Serves the page of each row from `http://<number>.shop.localhost`, and all platforms from `http://program.shop.localhost`, with brotli as
 * a CDN would. Every platform answers at once: the benchmark measures the code of the product and the order of its requests.
 */
export async function openSite() {
  const { files, preloads } = await bundlePages()
  // Base64 of 45,000 random bytes takes 60 kB.
  const embed = createEmbedScript(randomBytes(45_000).toString('base64'))
  const server = createServer((request, response) => respond(request, response, answer(request)))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `shop.localhost:${server.address().port}`
  const program = `http://program.${host}`

  function answer({ headers, method, url }) {
    const { pathname } = new URL(url, program)
    if (method === 'OPTIONS') return { status: 204, body: '' }
    if (pathname.startsWith('/vendor/')) return answerAsBranch(new URL(url, program))
    if (headers.host !== new URL(program).host) {
      const row = rowAt(headers.host)
      return pathname === '/' ? { type: 'html', body: pageOf(row) } : fileIn(files, pathname)
    }
    const held =
      headers.authorization?.replace('Bearer ', '') ?? tokenOf(rowAt(new URL(headers.origin ?? program).host))
    if (pathname === '/zones') return { type: 'json', body: JSON.stringify(CONTENT), token: held }
    if (pathname === '/api/v6/zones')
      return { type: 'json', body: JSON.stringify({ event_id: 'e-1', campaign_id: 'c-1', data: CONTENT }), token: held }
    if (/^(\/api\/v6)?\/events$/.test(pathname)) {
      return { type: 'json', body: JSON.stringify({ id: 'e-1', event_id: 'e-1', token: held }), token: held }
    }
    // A page asks whose token it has, or has one created for a proof.
    if (pathname === '/api/v5/token') return { type: 'json', body: JSON.stringify(detailsOf(held)) }
    if (pathname.endsWith('/upsert'))
      return {
        type: 'json',
        body: JSON.stringify({ template: CONTENT_HTML, jsOptions: {}, user: { id: 'ada', accountId: 'ada' } }),
      }
    if (pathname === '/embed') return { type: 'html', body: EMBED_HTML }
    if (pathname === '/embed.js') return { type: 'js', body: embed }
    if (pathname.startsWith('/npm/')) return { type: 'js', body: 'window.ResizeObserver ||= class {}' }
    return distFile(pathname)
  }

  function pageOf({ entry, head, body }) {
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
<link rel="preconnect" href="${program}"><link rel="preconnect" href="${program}" crossorigin>
<style>main > * { display: block; min-height: 480px }</style>
${preloads.get(entry) ?? ''}
${head({ program })}
<body><h1>Juniper</h1><main>${body}</main><p>Plants, pots and tools.</p>`
  }

  return {
    urlOf: row => `http://row-${ROWS.indexOf(row)}.${host}/${row.query ?? ''}`,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function respond({ headers }, response, { status = 200, type, body, token }) {
  const origin = headers.origin ?? '*'
  const content = body && headers['accept-encoding']?.includes('br') ? compress(body) : body
  response.writeHead(status, {
    'content-type': `${TYPES[type] ?? 'text/plain'}; charset=utf-8`,
    ...(content !== body && { 'content-encoding': 'br' }),
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-expose-headers': 'x-svc-token, x-svc-cookie-consent, x-svc-campaign, x-svc-input-event-id',
    'timing-allow-origin': '*',
    ...(token && { 'x-svc-token': token, 'x-svc-input-event-id': 'e-1' }),
  })
  response.end(content)
}

const rowAt = host => ROWS[host.split('.')[0].replace('row-', '')]

/** The token that the browser of a row's visitor has in its cookie, or gets. */
const tokenOf = row => (row?.entry === 'verified' ? 'verified-token' : 'a-token')

/** A verified token has nearly expired when its owner returns. */
const detailsOf = access_token =>
  access_token === 'verified-token'
    ? { access_token, scopes: ['UPDATE_PROFILE', 'VERIFIED_CONSUMER'], expires_in: 11, identity_id: 'ada' }
    : { access_token, scopes: ['LOCAL_PROFILE'], expires_in: 3_600 }

/** Compressed once, as a CDN does: compressing 66 kB takes longer than the round trip of the slow phone. */
function compress(body) {
  const known = compressed.get(body)
  if (known) return known
  const result = brotliCompressSync(body)
  compressed.set(body, result)
  return result
}

/** The answers that branch-sdk waits for when it starts. */
function answerAsBranch({ pathname, searchParams }) {
  const callback = searchParams.get('callback')
  if (pathname.endsWith('/_r')) return { type: 'js', body: `${callback}("1")` }
  const answer = {
    session_id: '1',
    identity_id: '1',
    browser_fingerprint_id: '1',
    link: 'https://x.app.link',
    data: '{}',
  }
  return { type: 'json', body: JSON.stringify(answer) }
}

const fileIn = (files, pathname) => {
  const body = files.get(pathname)
  return body === undefined ? { status: 404, body: '' } : { type: pathname.split('.').at(-1), body }
}

/** A file of the build: `rewards.js` and the folder of its release. */
function distFile(pathname) {
  try {
    return { type: pathname.split('.').at(-1), body: readFileSync(join(root, 'dist', pathname), 'utf8') }
  } catch {
    return { status: 404, body: '' }
  }
}

/** What Vite writes into a page: links to all that the entry imports, and to its styles. */
function preloadsOf(output) {
  const chunks = new Map(output.map(file => [file.fileName, file]))
  const imported = new Set()
  const follow = name => {
    for (const next of chunks.get(name)?.imports ?? [])
      if (!imported.has(next)) {
        imported.add(next)
        follow(next)
      }
  }
  follow(output[0].fileName)
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'))
  return [
    ...[...imported].map(name => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...styles.map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`),
  ].join('')
}

/** The page of each row as a bundler builds it: minified, with the parts that its product loads later as files of their own. */
async function bundlePages() {
  const files = new Map()
  const preloads = new Map()
  for (const entry of ROWS.flatMap(({ entry }) => entry ?? [])) {
    const { output } = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      plugins: [{ name: 'own-addresses', transform: code => code.replace(VENDORS, '/vendor') }],
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'pages', `${entry}.js`),
          output: {
            entryFileNames: 'pages/[name].js',
            chunkFileNames: `pages/${entry}/[name].js`,
            assetFileNames: `pages/${entry}/[name][extname]`,
          },
        },
      },
    })
    for (const { fileName, code, source } of output) files.set(`/${fileName}`, code ?? source)
    preloads.set(entry, preloadsOf(output))
  }
  return { files, preloads }
}
