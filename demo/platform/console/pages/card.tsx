/** @jsxImportSource hono/jsx */
import { programIn } from '../../campaign/campaign-history.js'
import { emptyProgram, type Program } from '../../campaign/program.js'
import { readProgram } from '../../campaign/read-program.js'
import { linkCard } from '../../links/link-card.js'
import { type CampaignInPath, campaignInPath } from '../campaign-in-path.js'
import { type CardTexts, textsOf } from '../card-form.js'
import type { ConsoleContext } from '../console-context.js'
import { ErrorOf, type FieldErrors, Input } from '../content-controls.js'
import { Csrf, showPage } from '../layout.js'
import { LinkPreviews } from '../link-previews.js'
import { Conflict, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { SaveVersion } from '../zone-editor.js'

export interface CardForm {
  language: string
  /** Whether the program has no card in this language yet. */
  isNew: boolean
  texts: CardTexts
  message: string
  parent: number | undefined
  newest: number | undefined
  errors: FieldErrors
  /** A version that somebody else saved in the meantime. */
  newer?: number
}

/** `GET /console/campaigns/{campaign_id}/card?language=`: the form of a card, and what messengers make of it. */
export async function showCard(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { program, version } = await newestProgram(c, campaign)
  const languages = Object.keys(program.cards)
  const asked = c.req.query('language') ?? languages[0] ?? ''
  const language = languages.includes(asked) ? asked : ''
  return showCardForm(c, campaign, program, {
    ...{ language, isNew: language === '', texts: textsOf(program, language), message: '', errors: {} },
    ...{ parent: version, newest: version },
  })
}

/** The newest program of a campaign, published or not, and its source. */
export async function newestProgram(c: ConsoleContext, { campaign_id, name, versions }: CampaignInPath) {
  const newest = versions.find(({ changes_program }) => changes_program)
  const stored = newest && (await programIn(c.env, campaign_id, newest.version))
  const source = stored ?? JSON.stringify({ name, label: campaign_id })
  return { source, version: newest?.version, program: readProgram(source).value ?? emptyProgram(campaign_id) }
}

/** Shows the form with the values of the program, or with those that the user has sent. */
export function showCardForm(
  c: ConsoleContext,
  campaign: CampaignInPath,
  program: Program,
  form: CardForm,
): Promise<Response> {
  const { landingUrl, programOrigin } = c.env.settings
  const { language, texts, errors, newer } = form
  const { image_url, ...others } = texts
  const shownTexts = errors.image_url ? { ...others, image_url: '' } : texts
  const shown = linkCard(
    { name: program.name, cards: withTexts(program.cards, language, shownTexts) },
    language || undefined,
    landingUrl,
  )
  const picture = shown.image_url && new URL(shown.image_url).origin
  return showPage(
    c,
    {
      title: 'The card of a link',
      lead: (
        <>
          <a href={campaign.path}>{campaign.name}</a>: what messengers and social networks show for a share link before
          anybody opens it.
        </>
      ),
      styles: ['campaigns.css', 'zones.css', 'cards.css'],
      ...(picture && { policy: [`img-src ${picture}`] }),
      children: (
        <>
          {c.req.query('saved') && <Success>Version {Number(c.req.query('saved'))} is saved.</Success>}
          {newer && <Conflict href={`${campaign.path}/versions/${newer}`} version={newer} />}
          <Languages path={`${campaign.path}/card`} languages={Object.keys(program.cards)} form={form} />
          <div class="workbench">
            <Fields session={c.var.session} path={`${campaign.path}/card`} form={form} />
            <section aria-label="Preview">
              <LinkPreviews card={shown} host={new URL(programOrigin).host} />
            </section>
          </div>
        </>
      ),
    },
    Object.keys(errors).length ? 422 : newer ? 409 : 200,
  )
}

/** The cards with the texts of the form. A language that is new comes last, so that it has the default's fields. */
function withTexts(cards: Program['cards'], language: string, texts: CardTexts): Program['cards'] {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
  return { ...cards, [language]: given }
}

interface LanguagesProps {
  path: string
  languages: string[]
  form: CardForm
}

const Languages = ({ path, languages, form: { language, isNew } }: LanguagesProps) => (
  <nav class="tabs" aria-label="Languages">
    <ul>
      {languages.map((each, index) => (
        <li>
          <a
            href={`${path}?language=${encodeURIComponent(each)}`}
            aria-current={!isNew && each === language ? 'page' : undefined}
          >
            {each}
            {index === 0 && ' (default)'}
          </a>
        </li>
      ))}
      <li>
        <a href={`${path}?language=new`} aria-current={isNew ? 'page' : undefined}>
          New language
        </a>
      </li>
    </ul>
  </nav>
)

function Fields({ session, path, form }: { session: Session; path: string; form: CardForm }) {
  const { language, isNew, texts, errors, message, parent, newest, newer } = form
  return (
    <div class="editor">
      <form method="post" action={path} class="sheet" novalidate>
        <Csrf session={session} />
        {Object.keys(errors).length > 0 && <Failure>Not saved. Check the marked fields.</Failure>}
        {isNew ? (
          <Input
            schema={{ type: 'string', description: 'en, or pt-BR. The first language is the default.' }}
            name="language"
            label="Language"
            value={language}
            errors={errors}
          />
        ) : (
          <>
            <input type="hidden" name="language" value={language} />
            <ErrorOf name="language" errors={errors} />
          </>
        )}
        <input type="hidden" name="new" value={isNew ? 'yes' : ''} />
        <Input schema={{ type: 'string' }} name="title" label="Title" value={texts.title} errors={errors} />
        <Input
          schema={{ type: 'string', multiline: true }}
          name="description"
          label="Description"
          value={texts.description}
          errors={errors}
        />
        <Input
          schema={{
            type: 'string',
            description:
              'A JPEG or PNG of 1200 × 630 pixels and at most 600 KB. A URL, or a path on the host of the landing page.',
          }}
          name="image_url"
          label="Picture"
          value={texts.image_url}
          errors={errors}
        />
        <p class="hint">
          An empty field shows the text of the default language. A language without any text is removed. The content of
          a link replaces all of them.
        </p>
        <SaveVersion message={message} parent={parent} newest={newer ?? newest} />
        <p class="actions">
          <button name="action" value="fields">
            Preview
          </button>
          <span class="hint">Checks the fields, and saves nothing.</span>
        </p>
      </form>
    </div>
  )
}
