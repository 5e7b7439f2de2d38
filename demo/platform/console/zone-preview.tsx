/** @jsxImportSource hono/jsx */
import type { ZoneVersion } from '../campaign/campaign-version.js'
import type { Conditions } from '../campaign/conditions.js'
import { readZoneSource } from '../campaign/zone-source.js'

interface ZonePreviewProps {
  version: ZoneVersion
  programOrigin: string
  /** The index of the creative that is selected at first. Default: the first one without conditions. */
  selected?: number | 'new' | undefined
}

/** The preview of a version: one frame for each creative. Only the selected one is visible. */
export function ZonePreview({ version, programOrigin, selected }: ZonePreviewProps) {
  const { preview_key, zone_name, source } = version
  const creatives = readZoneSource(source).value?.creatives ?? []
  const forEverybody = creatives.findIndex(({ when }) => Object.keys(when).length === 0)
  const isShown = typeof selected === 'number' && selected < creatives.length
  const initial = isShown ? selected : Math.max(0, forEverybody)
  return (
    <fieldset class="preview">
      <legend>Preview of version {version.version}</legend>
      {creatives.map(({ when }, index) => (
        <>
          <input type="radio" name="audience" id={`audience-${index}`} checked={index === initial} />
          <label for={`audience-${index}`}>{describeAudience(when)}</label>
          <iframe
            src={`${programOrigin}/preview/${preview_key}/${zone_name}?creative=${index}`}
            title={`Zone for: ${describeAudience(when)}`}
            loading="lazy"
          />
        </>
      ))}
      {creatives.length === 0 && <p>This version has no creatives.</p>}
    </fieldset>
  )
}

/** The conditions of a creative as a text: `locale: fr, level: verified`. */
export function describeAudience(when: Conditions): string {
  const conditions = Object.entries(when).map(([name, value]) => `${name}: ${[value].flat().map(textOf).join(' or ')}`)
  return conditions.join(', ') || 'Everybody'
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
