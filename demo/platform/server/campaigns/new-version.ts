import { z } from 'zod'
import { checkOwnCampaign } from '../../campaign/campaign-client.js'
import { campaignHistory, programIn, type VersionInHistory } from '../../campaign/campaign-history.js'
import { pictureErrors } from '../../campaign/check-pictures.js'
import { readProgram } from '../../campaign/read-program.js'
import { type Conflict, saveVersion } from '../../campaign/save-version.js'
import type { SourceError } from '../../campaign/source-error.js'
import { readNewZoneSource } from '../../campaign/zone-source.js'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { checkZoneName } from '../../zones/zone-name.js'
import { type ServerContext, tokenOf } from '../server-call.js'

const source = z.record(z.string(), z.unknown())

const body = {
  schema: z
    .strictObject({
      message: z.string().max(200).describe('What the version changes.'),
      zones: z.record(z.string(), source).default({}).describe('The new content of each changed zone, by its name.'),
      program: source
        .optional()
        .describe('The new program, if it changes. A new picture of a card must be one that messengers show.'),
      publish: z.boolean().default(false).describe('Whether the version goes live. Otherwise it is a draft.'),
      parent_version: z
        .int()
        .optional()
        .describe(
          'The version it was edited from. With it, a part that has changed since is a conflict, and nothing is saved.',
        ),
    })
    .meta({
      examples: [
        {
          message: 'A shorter headline',
          zones: { product: { creatives: [{ content: { widget: 'cta', text: 'Give 20, get 20' } }] } },
        },
      ],
    }),
} satisfies BodyShape

/** The metadata of a version (specification 2.3). */
export const campaignVersion = z
  .object({
    version: z.int(),
    parent_version: z.int().nullable().describe('The version it was edited from.'),
    editor_id: z.string(),
    message: z.string(),
    created_date: z.iso.datetime(),
    published_date: z.iso
      .datetime()
      .nullable()
      .describe('Null for a draft. Equal to `created_date` for a version that was saved to publish it.'),
  })
  .meta({ id: 'CampaignVersion' })

/**
 * `POST /v2/campaigns/{campaign_id}/versions`: saves a draft, or publishes. Throws `invalid_campaign_id` for a campaign of another
 * client (specification 8), `invalid_zone_name`, and `invalid_parameter` for an invalid zone or program, and with the status 409
 * for a part that has changed since `parent_version`.
 */
export async function newVersion(c: ServerContext): Promise<Response> {
  const campaign_id = c.req.param('campaign_id')!
  await checkOwnCampaign(c.env, campaign_id)
  const { message, publish, parent_version, ...parts } = await parseBody(c.req.raw, body)
  const sources = sourcesOf(parts)
  const versions = await campaignHistory(c.env, campaign_id)
  checkParent(parent_version, versions)
  if (sources.program !== undefined) await checkPictures(c.env, sources.program, versions)
  const { version, conflict } = await saveVersion(c.env, {
    campaignId: campaign_id,
    ...sources,
    editorId: tokenOf(c).identity_id,
    message,
    parent: parent_version,
    seen: parent_version,
    publish,
    at: new Date(c.env.settings.now()),
  })
  if (conflict) throw changedSince(parent_version, conflict)
  const saved = (await campaignHistory(c.env, campaign_id)).find(each => each.version === version)!
  const { changes_program, zones, campaign_id: _, ...metadata } = saved
  return Response.json(metadata)
}

type Parts = Pick<z.infer<typeof body.schema>, 'zones' | 'program'>

/** Checks the zones and the program, and writes them as sources. */
function sourcesOf({ zones, program }: Parts): { zones: Record<string, string>; program?: string } {
  if (!program && Object.keys(zones).length === 0)
    throw new RestError('invalid_parameter', 'A version must change a zone or the program')
  const written = Object.entries(zones).map(([name, content]) => {
    checkZoneName(name)
    const text = write(content)
    checkErrors(`zones.${name}`, readNewZoneSource(text).errors)
    return [name, text] as const
  })
  if (!program) return { zones: Object.fromEntries(written) }
  const text = write(program)
  checkErrors('program', readProgram(text).errors)
  return { zones: Object.fromEntries(written), program: text }
}

const write = (content: object) => JSON.stringify(content, null, 2)

function checkErrors(name: string, errors: SourceError[] | undefined): void {
  if (!errors) return
  throw new RestError('invalid_parameter', `${name}: ${errors[0]!.message}`, {
    parameters: { name, errors: errors.map(({ message }) => message) },
  })
}

/** The cards of a program need pictures that messengers show. */
async function checkPictures(domain: Domain, source: string, versions: VersionInHistory[]): Promise<void> {
  const newest = versions.find(({ changes_program }) => changes_program)
  const before = newest && (await programIn(domain, newest.campaign_id, newest.version))
  const errors = await pictureErrors(domain.settings, source, readProgram(source).value!, before)
  checkErrors('program', errors.length ? errors : undefined)
}

function checkParent(parent: number | undefined, versions: { version: number }[]): void {
  if (parent === undefined || versions.some(({ version }) => version === parent)) return
  throw new RestError('invalid_parameter', 'The campaign has no version with this number', {
    parameters: { parent_version: parent },
  })
}

const changedSince = (parent_version: number | undefined, { version, parts }: Conflict) =>
  new RestError('invalid_parameter', `Changed since version ${parent_version}: ${parts.join(', ')}`, {
    status: 409,
    parameters: { parent_version, newest_version: version, changed: parts },
  })

export const newVersionDocs = {
  summary: 'Save a version of a campaign',
  description:
    'Saves a draft, or publishes. Zones that are not in the body, and the program if it is not, stay as they are. ' +
    'Send `parent_version`, so that you do not replace a change that you have not seen. If a later version, draft or published, ' +
    'changes one of the same zones, or the program that you change, then nothing is saved, and the answer is 409. `parameters` has ' +
    'these parts in `changed`, and the newest such version in `newest_version`. Compare the two in the console, and send the ' +
    'body again with that version as `parent_version`. Without `parent_version`, your parts replace the newest ones.',
  body,
  response: campaignVersion,
  errors: ['invalid_campaign_id', 'invalid_zone_name', ['invalid_parameter', 409]],
} satisfies CallDocs
