import { createHash } from 'node:crypto'
import { type Finding, fail, pass, warn } from '../finding.js'
import { writeTag } from '../page.js'
import { request } from '../request.js'
import type { Visit } from '../visit.js'

const DAY_SECONDS = 86_400
const PINNED = /\/rewards-(\d+\.\d+\.\d+[^/]*)\/rewards\.js$/
const HASHES = ['sha256', 'sha384', 'sha512']
const JAVASCRIPT = /^(text|application)\/javascript\b/

/** Checks the file that the script tag names: that it is the SDK, unchanged, and cached for as long as it may be. */
export async function checkScript(visit: Visit): Promise<Finding[]> {
  const { tag, script } = visit
  if (!tag) return []
  const address = tag.src.href
  if (script?.status !== 200)
    return [
      fail(
        'script',
        `${address} ${script ? `answers with the status ${script.status}` : 'cannot be fetched'}`,
        `Check the address. The program domain serves the file at ${visit.domain}/rewards.js`,
      ),
    ]
  const type = script.headers.get('content-type') ?? ''
  if (!JAVASCRIPT.test(type) || !script.text.includes('rewards'))
    return [
      fail(
        'script',
        `${address} is not the SDK: its type is ${type || 'missing'}`,
        'Check that no other server, and no page for missing files, answers at this address',
      ),
    ]
  const newest = await readNewest(visit)
  return [
    pass('script', `${address} is the SDK`),
    ...checkCompression(visit),
    ...checkIntegrity(visit, newest),
    ...checkVersion(visit, newest),
    ...(await checkCaching(visit, newest)),
  ]
}

/** What `integrity.json` says: the newest version, and the hashes of its files by their paths. */
interface Newest {
  version: string
  files: Record<string, string>
}

async function readNewest({ folder }: Visit): Promise<Newest | undefined> {
  try {
    const { version, files } = JSON.parse((await request(new URL('integrity.json', folder))).text)
    return typeof version === 'string' && Object(files) === files ? { version, files } : undefined
  } catch {
    return undefined
  }
}

function checkCompression({ script, tag }: Visit): Finding[] {
  const coding = script!.headers.get('content-encoding')
  if (coding) return []
  return [
    warn(
      'caching',
      `${tag!.src.href} is not compressed: it is ${Math.round(script!.body.length / 1000)} kB instead of about 16`,
      'Let the server send Content-Encoding: br, or gzip',
    ),
  ]
}

/** What is wrong with a tag that has a hash. Each finding shows the whole tag as it must be. */
function checkIntegrity({ tag, script, page }: Visit, newest: Newest | undefined): Finding[] {
  const { integrity, crossorigin } = tag!.attributes
  if (!integrity) return []
  const hash = (name: string) => `${name}-${createHash(name).update(script!.body).digest('base64')}`
  const isPinned = PINNED.test(tag!.src.pathname)
  const isForeign = tag!.src.origin !== page.url.origin
  const path = `rewards-${newest?.version ?? '<version>'}/rewards.js`
  const fix = writeTag({
    ...tag!,
    attributes: {
      ...tag!.attributes,
      ...(!isPinned && { src: new URL('.', tag!.src).href + path }),
      integrity: isPinned ? hash('sha384') : (newest?.files[path] ?? '<the hash in integrity.json>'),
      ...(isForeign && { crossorigin: 'anonymous' }),
    },
  })
  const problems = [
    !HASHES.some(name => integrity.split(/\s+/).includes(hash(name))) &&
      'The hash is not that of the file: the browser does not run the script',
    isForeign &&
      crossorigin === undefined &&
      'The tag has no attribute crossorigin: the browser cannot check the hash of a file of another origin, and does not run it',
    !isPinned &&
      'The file at this address changes with each version. With the next one, the browser no longer runs it: the tag must name the folder of the version',
  ].filter(problem => problem !== false)
  if (problems.length) return problems.map(problem => fail('integrity', problem, fix))
  return [pass('integrity', 'The hash is that of the file, whose address never changes')]
}

function checkVersion({ tag, folder }: Visit, newest: Newest | undefined): Finding[] {
  const pinned = PINNED.exec(tag!.src.pathname)?.[1]
  if (!pinned || !newest || pinned === newest.version) return []
  const path = `rewards-${newest.version}/rewards.js`
  return [
    warn(
      'script',
      `The page has version ${pinned}. The newest is ${newest.version}`,
      `Read the changelog, then: src="${folder}${path}" integrity="${newest.files[path] ?? ''}"`,
    ),
  ]
}

async function checkCaching({ tag, script, folder, page }: Visit, newest: Newest | undefined): Promise<Finding[]> {
  const isPinned = PINNED.test(tag!.src.pathname)
  const findings: Finding[] = []
  const { seconds, isMissing } = lifetimeOf(script!.headers)
  if (!isPinned && seconds > DAY_SECONDS)
    findings.push(
      fail(
        'caching',
        `${tag!.src.href} is cached for ${Math.round(seconds / DAY_SECONDS)} days: a fix does not arrive before`,
        'Cache-Control: public, max-age=300',
      ),
    )
  else if (!isPinned && (isMissing || seconds === 0))
    findings.push(
      warn(
        'caching',
        `${tag!.src.href} ${isMissing ? 'does not say how long it may be cached' : 'is fetched again by each page'}`,
        'Cache-Control: public, max-age=300',
      ),
    )
  const path = isPinned ? undefined : Object.keys(newest?.files ?? {})[0]
  const release = path ? new URL(path, folder) : tag!.src
  const answer = path ? await request(release, { headers: { origin: page.url.origin } }).catch(() => undefined) : script
  if (answer?.status !== 200)
    findings.push(
      fail(
        'caching',
        `${release.href} is missing: the script cannot load its modules`,
        'Upload the folder of the version before the files beside it',
      ),
    )
  else {
    if (lifetimeOf(answer.headers).seconds < 30 * DAY_SECONDS)
      findings.push(
        warn(
          'caching',
          `The files of a version never change, but ${release.href} is not cached for long`,
          'Cache-Control: public, max-age=31536000, immutable',
        ),
      )
    if (
      release.origin !== page.url.origin &&
      !/^\*$|^https?:/.test(answer.headers.get('access-control-allow-origin') ?? '')
    )
      findings.push(
        fail(
          'script',
          `${release.origin} does not let pages of another origin load its modules`,
          'Access-Control-Allow-Origin: *',
        ),
      )
  }
  return findings.length ? findings : [pass('caching', 'Files are cached for as long as they may be')]
}

/** How long a shared file may be used without asking. */
function lifetimeOf(headers: Headers): { seconds: number; isMissing: boolean } {
  const control = headers.get('cache-control')
  if (control === null) return { seconds: 0, isMissing: true }
  if (/no-store|no-cache/.test(control)) return { seconds: 0, isMissing: false }
  const age = /max-age=(\d+)/.exec(control)?.[1]
  return { seconds: /immutable/.test(control) && !age ? 365 * DAY_SECONDS : Number(age ?? 0), isMissing: false }
}
