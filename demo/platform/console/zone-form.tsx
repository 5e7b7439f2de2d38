/** @jsxImportSource hono/jsx */
import type { Conditions } from '../campaign/conditions.js'
import { levels } from '../identity/level.js'
import type { FieldErrors } from './content-controls.js'
import { ContentField, labelOf } from './content-fields.js'
import {
  choiceConditions,
  contentKindOf,
  creativesIn,
  jsonContent,
  linesOf,
  widgetVariant,
  wordConditions,
} from './creative-form.js'
import { describeAudience } from './describe-audience.js'
import { Csrf } from './layout.js'
import { Failure } from './message.js'
import type { Session } from './session.js'
import { creativePath, zonePath } from './zone-campaign.js'
import { PreviewButton, SaveVersion } from './zone-editor.js'
import type { EditedCreative, ZoneOnPage } from './zone-on-page.js'
import { EDITOR } from './zone-preview.js'

interface ZoneFormProps {
  session: Session
  zone: ZoneOnPage
  edited: EditedCreative
}

/** The form that edits one creative of a zone. Its fields follow from the schema of the widget. */
export const ZoneForm = ({ session, zone, edited }: ZoneFormProps) => (
  <div class="editor">
    <Creatives zone={zone} edited={edited} />
    <form
      method="post"
      action={creativePath(zone.name, edited.place, { campaign: zone.campaign })}
      class="sheet"
      id={EDITOR}
      novalidate
    >
      <Csrf session={session} />
      {Object.keys(edited.errors).length > 0 && <Failure id="errors">Not saved. Check the marked fields.</Failure>}
      <input type="hidden" name="copied" value={edited.copied ?? ''} />
      <div id="content-fields">
        <Content {...edited} />
      </div>
      <Audience {...edited} />
      <SaveVersion message={zone.message} parent={zone.shown?.version} newest={zone.newer ?? zone.newest}>
        <PreviewButton />
      </SaveVersion>
      <p class="hint">The preview saves nothing. It also shows the fields of a chosen widget.</p>
    </form>
    <details class="difference">
      <summary>JSON of this creative</summary>
      <pre class="code" id="creative-json">
        <span>{JSON.stringify(edited.creative, null, 2)}</span>
      </pre>
    </details>
  </div>
)

/** Links to the form of each creative, in the order in which they are tried. `editor.js` moves them without a request, and by dragging. */
function Creatives({ zone, edited: { place, order } }: Omit<ZoneFormProps, 'session'>) {
  const { name, campaign, shown, source } = zone
  const hrefOf = (target: number | 'new') =>
    zonePath(name, { campaign, version: shown && String(shown.version), creative: String(target) })
  const all = creativesIn(source)
  return (
    <nav aria-label="Creatives" class="creatives">
      {/* The key Enter presses the first button of a form. */}
      <button name="action" value="draft" form={EDITOR} hidden>
        Save draft
      </button>
      <p class="hint">The first creative whose conditions are met is shown.</p>
      <ol id="creatives">
        {order.map(index => {
          const audience = describeAudience((all[index]!.when ?? {}) as Conditions)
          return (
            <li data-place={index}>
              <a href={hrefOf(index)} aria-current={index === place ? 'page' : undefined}>
                {audience}
              </a>
              {all.length > 1 && (
                <>
                  <Move direction="up" index={index} audience={audience} />
                  <Move direction="down" index={index} audience={audience} />
                </>
              )}
            </li>
          )
        })}
      </ol>
      <p class="actions">
        <a href={hrefOf('new')} aria-current={place === 'new' ? 'page' : undefined}>
          New creative
        </a>
        {place !== 'new' && (
          <button class="small" name="action" value="copy" form={EDITOR}>
            Duplicate
          </button>
        )}
      </p>
      <p id="moved" class="hint" role="status">
        {order.some((index, at) => index !== at) && NEW_ORDER}
      </p>
      <input type="hidden" name="order" form={EDITOR} value={order.join()} data-note={NEW_ORDER} />
    </nav>
  )
}

const NEW_ORDER = 'The new order is saved with this form.'

const Move = ({ direction, index, audience }: { direction: 'up' | 'down'; index: number; audience: string }) => (
  <button
    class="small"
    name="action"
    value={`${direction}-${index}`}
    form={EDITOR}
    aria-label={`Move ${direction}: ${audience}`}
  >
    {direction === 'up' ? '↑' : '↓'}
  </button>
)

function Content({ creative, errors, grown }: Pick<EditedCreative, 'creative' | 'errors' | 'grown'>) {
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
  return <ContentField schema={schema} name="content" label="Content" value={content} errors={errors} grown={grown} />
}

const Audience = ({ creative: { when = {} }, errors, audiences }: EditedCreative) => (
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
    {choiceConditions.map(name => (
      <Choices
        name={name}
        value={when[name]}
        choices={name === 'level' ? levels : audiences}
        error={errorOf(errors, name)}
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
}

interface ChoicesProps {
  name: (typeof choiceConditions)[number]
  value: unknown
  choices: readonly string[]
  error: string | undefined
}

/** The values of a condition: those that can be chosen, and others that the creative has. */
function Choices({ name, value, choices, error }: ChoicesProps) {
  const chosen = [value ?? []].flat().map(String)
  const all = [...new Set([...choices, ...chosen])]
  return (
    <fieldset class="choices" aria-describedby={error ? `when-${name}-error` : undefined}>
      <legend>{choiceLabels[name]}</legend>
      {all.map(each => (
        <label class="choice">
          <input type="checkbox" name={`when.${name}.${each}`} value="true" checked={chosen.includes(each)} /> {each}
          {!choices.includes(each) && <span class="hint">The program does not have it.</span>}
        </label>
      ))}
      {all.length === 0 && <p class="hint">The program has no audiences.</p>}
      {error && (
        <p class="error" id={`when-${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

const choiceLabels = {
  level: 'Level of the consumer',
  audience: 'In one of these audiences',
  not_audience: 'In none of these audiences',
}

const errorOf = (errors: FieldErrors, name: string) =>
  Object.entries(errors).find(([field]) => field === `when.${name}` || field.startsWith(`when.${name}.`))?.[1]
