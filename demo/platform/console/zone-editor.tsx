/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { PLACEHOLDERS } from '../campaign/placeholder.js'
import { Csrf } from './layout.js'
import type { Session } from './session.js'
import { SourceField } from './source-field.js'
import { zonePath } from './zone-campaign.js'
import type { ZoneOnPage } from './zone-on-page.js'
import { EDITOR } from './zone-preview.js'

interface ZoneEditorProps {
  session: Session
  zone: ZoneOnPage
}

/** The form that edits the JSON of a zone. */
export const ZoneEditor = ({
  session,
  zone: { name, campaign, shown, source, message, errors, newest, newer },
}: ZoneEditorProps) => (
  <form method="post" action={zonePath(name, { campaign })} class="editor" id={EDITOR} novalidate>
    <Csrf session={session} />
    <label for="source">{shown ? `Version ${shown.version} (JSON)` : 'New zone (JSON)'}</label>
    <SourceField name="source" rows={26} source={source} hint="hint" hasErrors={errors !== undefined} />
    <SourceHint />
    <SaveVersion message={message} parent={shown?.version} newest={newer ?? newest}>
      <PreviewButton />
    </SaveVersion>
  </form>
)

/** Shows the draft without saving it. */
export const PreviewButton = () => (
  <button name="action" value="preview">
    Preview
  </button>
)

const SourceHint = () => (
  <div id="hint" class="hint">
    <p>
      The zone shows the first creative whose conditions in <code>when</code> are met. The conditions are{' '}
      <code>labels</code>, <code>locale</code>, <code>level</code> (<code>anonymous</code>, <code>identified</code> or{' '}
      <code>verified</code>), <code>container</code>, <code>audience</code> and <code>not_audience</code>. Each one is a
      string or a list of strings. <code>data</code> compares values in the data of the zone:{' '}
      <code>{'{ "cart_value": { "min": 30 } }'}</code>. A creative without <code>when</code> is for everybody.
    </p>
    <p>
      The <code>type</code> of a creative is <code>json</code> (the default), <code>html</code>, <code>text</code> or{' '}
      <code>javascript</code>. The <code>content</code> of JSON is an object. The others have a string or a list of
      lines.
    </p>
    <p>
      JSON can contain these placeholders:{' '}
      {PLACEHOLDERS.map((placeholder, index) => (
        <>
          {index ? ', ' : ''}
          <code>"{placeholder}"</code>
        </>
      ))}
      .
    </p>
  </div>
)

interface SaveVersionProps {
  message: string
  parent: number | undefined
  newest: number | undefined
  /** More buttons. */
  children?: Child
}

/** The fields of a form that adds a version, and its buttons. */
export const SaveVersion = ({ message, parent, newest, children }: SaveVersionProps) => (
  <>
    <label for="message">
      Description of the change <span class="hint">(optional)</span>
    </label>
    <input id="message" name="message" maxlength={200} value={message} placeholder="Shorten the headline" />
    <input type="hidden" name="parent" value={parent ?? ''} />
    <input type="hidden" name="newest" value={newest ?? ''} />
    <p class="actions">
      <button name="action" value="draft">
        Save draft
      </button>
      <button name="action" value="publish" class="main">
        Publish
      </button>
      {children}
    </p>
  </>
)
