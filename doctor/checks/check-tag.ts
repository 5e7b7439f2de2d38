import { misspeltOption } from '../../src/diagnostics/tag-options.js'
import { TAG_OPTIONS } from '../../src/settings/script-options.js'
import { type Finding, fail, pass, warn } from '../finding.js'
import { type ScriptTag, writeTag } from '../page.js'
import type { Visit } from '../visit.js'

/** Checks the script tags in the HTML. */
export function checkTag({ page, tag, domain, folder }: Visit): Finding[] {
  if (!tag)
    return [
      warn(
        'tag',
        'The HTML has no tag of rewards.js. That is right for npm and for a tag manager',
        `Otherwise add this line: <script async src="${domain}/rewards.js"></script>. To see what happens in a browser, add --browser`,
      ),
    ]
  const findings = [...misspelt(tag), ...repeated(page.scripts)]
  if (!isAsync(tag))
    findings.push(
      warn(
        'tag',
        'The script tag is not async: the page waits for it',
        writeTag({ ...tag, attributes: { async: '', ...tag.attributes } }),
      ),
    )
  for (const { src } of page.widgets)
    if (!src.href.startsWith(folder!))
      findings.push(
        warn(
          'tag',
          `rewards-widgets.js comes from another folder than rewards.js, so the browser fetches the widgets twice`,
          `Take both from ${folder}`,
        ),
      )
  return findings.length ? findings : [pass('tag', `One tag, async: ${tag.src.href}`)]
}

const isAsync = ({ attributes }: ScriptTag) =>
  'async' in attributes || 'defer' in attributes || attributes.type === 'module'

function misspelt({ attributes }: ScriptTag): Finding[] {
  return Object.keys(attributes).flatMap(name => {
    const meant = name.startsWith('data-') && misspeltOption(name.slice('data-'.length).replaceAll('-', ''))
    if (!meant) return []
    return [fail('tag', `The script tag has the attribute ${name}, which is ignored`, `Write data-${meant}`)]
  })
}

/** The first tag creates the runtime. The options of the others have no effect. */
function repeated([first, ...others]: ScriptTag[]): Finding[] {
  if (!others.length) return []
  const isSame = others.every(({ attributes }) =>
    ['src', ...TAG_OPTIONS.map(name => `data-${name}`)].every(name => attributes[name] === first!.attributes[name]),
  )
  const message = `The page has ${others.length + 1} tags of rewards.js`
  const fix = `Keep one: ${writeTag(first!)}`
  return [
    isSame
      ? warn('tag', message, fix)
      : fail('tag', `${message}, which differ. Only the options of the first count`, fix),
  ]
}
