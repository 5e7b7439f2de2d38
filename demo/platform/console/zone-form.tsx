/** @jsxImportSource hono/jsx */
import type { Conditions } from '../campaign/conditions.js'
import { levelsInWords } from '../identity/level.js'
import { ContentField, labelOf } from './content-fields.js'
import { contentKindOf, creativesIn, jsonContent, linesOf, widgetVariant, wordConditions } from './creative-form.js'
import { Csrf } from './layout.js'
import { Failure } from './message.js'
import type { Session } from './session.js'
import { creativePath, zonePath } from './zone-campaign.js'
import { PreviewButton, SaveVersion } from './zone-editor.js'
import type { EditedCreative, ZoneOnPage } from './zone-on-page.js'
import { describeAudience, EDITOR } from './zone-preview.js'

interface ZoneFormProps {
  session: Session
  zone: ZoneOnPage
  edited: EditedCreative
}

/** The form that edits one creative of a zone. Its fields follow from the schema of the widget. */
export const ZoneForm = ({ session, zone, edited: { place, creative, errors } }: ZoneFormProps) => (
  <div class="editor">
    <Creatives zone={zone} place={place} />
    <form
      method="post"
      action={creativePath(zone.name, place, { campaign: zone.campaign })}
      class="sheet"
      id={EDITOR}
      novalidate
    >
      <Csrf session={session} />
      {Object.keys(errors).length > 0 && <Failure id="errors">Not saved. Check the marked fields.</Failure>}
      <div id="content-fields">
        <Content creative={creative} errors={errors} />
      </div>
      <Audience creative={creative} errors={errors} />
      <SaveVersion message={zone.message} parent={zone.shown?.version} newest={zone.newer ?? zone.newest}>
        <PreviewButton />
      </SaveVersion>
      <p class="hint">
        The preview saves nothing. It also adds a row to full lists, and shows the fields of a chosen widget.
      </p>
    </form>
    <details class="difference">
      <summary>JSON of this creative</summary>
      <pre class="code">
        <span>{JSON.stringify(creative, null, 2)}</span>
      </pre>
    </details>
  </div>
)

/** Links to the form of each creative. The first one whose conditions are met is shown. */
function Creatives({ zone: { name, campaign, shown, source }, place }: { zone: ZoneOnPage; place: number | 'new' }) {
  const hrefOf = (target: number | 'new') =>
    zonePath(name, { campaign, version: shown && String(shown.version), creative: String(target) })
  return (
    <nav class="tabs" aria-label="Creatives">
      <ul>
        {creativesIn(source).map(({ when = {} }, index) => (
          <li>
            <a href={hrefOf(index)} aria-current={index === place ? 'page' : undefined}>
              {describeAudience(when as Conditions)}
            </a>
          </li>
        ))}
        <li>
          <a href={hrefOf('new')} aria-current={place === 'new' ? 'page' : undefined}>
            New creative
          </a>
        </li>
      </ul>
    </nav>
  )
}

function Content({ creative, errors }: Pick<EditedCreative, 'creative' | 'errors'>) {
  const { type, content } = creative
  const kind = contentKindOf(creative)
  if (kind === 'lines')
    return (
      <div class="field">
        <label for="content">Content ({type})</label>
        <textarea id="content" name="content" rows={16} spellcheck={false} autocomplete="off">
          {`\n${linesOf(creative)}`}
        </textarea>
      </div>
    )
  const schema = kind === 'widget' ? widgetVariant : jsonContent
  return <ContentField schema={schema} name="content" label="Content" value={content} errors={errors} />
}

const Audience = ({ creative: { when = {} }, errors }: Pick<EditedCreative, 'creative' | 'errors'>) => (
  <fieldset class="group">
    <legend>Who sees it</legend>
    <p class="hint">Without conditions everybody does. Separate alternatives by commas.</p>
    {wordConditions.map(name => (
      <ContentField
        schema={{ type: 'string', ...(hints[name] && { description: hints[name] }) }}
        name={`when.${name}`}
        label={labelOf(name)}
        value={when[name] === undefined ? undefined : [when[name]].flat().join(', ')}
        errors={errors}
      />
    ))}
    <ContentField
      schema={{
        ...jsonContent,
        description: 'Values in the data of the zone, such as { "cart_value": { "min": 30 } }',
      }}
      name="when.data"
      label="Data"
      value={when.data}
      errors={errors}
    />
  </fieldset>
)

const hints: Record<string, string> = {
  labels: 'What the page says about itself: garden-club',
  locale: 'A language: fr, or fr-CA',
  level: levelsInWords,
}
