/** @jsxImportSource hono/jsx */
import { programIn, type VersionInHistory } from '../../campaign/campaign-history.js'
import type { SourceError } from '../../campaign/source-error.js'
import { seedProgram, seedProgramNames } from '../../setup/seed-programs/index.js'
import { type CampaignInPath, campaignInPath, findVersion } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Conflict } from '../message.js'
import type { Session } from '../session.js'
import { SourceErrors } from '../source-errors.js'
import { SourceField } from '../source-field.js'

export interface ProgramForm {
  source: string
  message: string
  /** The edited version. Undefined for the first program. */
  parent: number | undefined
  /** The newest version of the program when the form was opened. */
  newest: number | undefined
  /** What is wrong with a source that was not saved. */
  errors?: SourceError[]
  /** A version that somebody else saved in the meantime. */
  newer?: number
}

/** `GET /console/campaigns/{campaign_id}/program?version=&example=`: the editor of the program, with its newest or another version. */
export async function showProgram(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const programs = campaign.versions.filter(({ changes_program }) => changes_program)
  const edited = findVersion(programs, c.req.query('version')) ?? programs[0]
  return showProgramForm(c, campaign, {
    source: exampleIn(c) ?? (await sourceOf(c, edited)),
    message: '',
    parent: edited?.version,
    newest: programs[0]?.version,
  })
}

function exampleIn(c: ConsoleContext): string | undefined {
  const name = seedProgramNames.find(each => each === c.req.query('example'))
  return name && seedProgram(name)
}

async function sourceOf(c: ConsoleContext, version: VersionInHistory | undefined): Promise<string> {
  return (version && (await programIn(c.env, version.campaign_id, version.version))) ?? ''
}

/** Shows the editor with a form that the user has sent, or with a source from the database. */
export function showProgramForm(c: ConsoleContext, campaign: CampaignInPath, form: ProgramForm): Promise<Response> {
  const { errors, newer } = form
  return showPage(
    c,
    {
      title: 'Edit the program',
      lead: (
        <>
          <a href={campaign.path}>{campaign.name}</a>: which events earn rewards, for whom, and when they are fulfilled.
        </>
      ),
      styles: ['campaigns.css'],
      children: (
        <>
          {newer && <Conflict href={`${campaign.path}/versions/${newer}`} version={newer} />}
          {errors && <SourceErrors source={form.source} errors={errors} />}
          <Editor session={c.var.session} path={`${campaign.path}/program`} form={form} />
        </>
      ),
    },
    errors ? 422 : newer ? 409 : 200,
  )
}

interface EditorProps {
  session: Session
  path: string
  form: ProgramForm
}

const Editor = ({ session, path, form: { source, message, parent, newest, errors, newer } }: EditorProps) => (
  <form method="post" action={path} class="sheet" novalidate>
    <Csrf session={session} />
    <label for="source">{parent ? `Program of version ${parent} (JSON)` : 'New program (JSON)'}</label>
    <SourceField name="source" rows={30} source={source} hint="hint" hasErrors={errors !== undefined} />
    <p id="hint" class="hint">
      Examples to start from:{' '}
      {seedProgramNames.map((name, index) => (
        <>
          {index ? ', ' : ''}
          <a href={`${path}?example=${name}`}>{name}</a>
        </>
      ))}
      . The page <code>docs/programs.md</code> describes every field.
    </p>
    <label for="message">
      Description of the change <span class="hint">(optional)</span>
    </label>
    <input id="message" name="message" maxlength={200} value={message} placeholder="A reward for three friends" />
    <input type="hidden" name="parent" value={parent ?? ''} />
    <input type="hidden" name="newest" value={newer ?? newest ?? ''} />
    <p class="actions">
      <button name="action" value="draft" class="main">
        Save draft
      </button>
      <button name="action" value="publish">
        Publish
      </button>
    </p>
  </form>
)
