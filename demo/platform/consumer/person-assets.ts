import { z } from 'zod'
import { validate } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { requirePerson } from '../identity/person.js'
import type { CallDocs, CallError } from '../openapi/call-docs.js'
import type { ProgramContext } from './consumer-call.js'
import { type AssetRow, asset, byName, describeAsset, findAssets } from './me/asset.js'
import { downloadOf } from './me/asset-content.js'
import { assetDocs } from './me/assets.js'

/** `GET /v4/persons/{person_id}/assets`: the public files of another person. Throws `person_not_found`. */
export async function listPersonAssets(c: ProgramContext): Promise<Response> {
  return Response.json((await publicAssets(c)).map(row => describeTheirs(c, row)))
}

/** `GET /v4/persons/{person_id}/assets/{id}` */
export async function showPersonAsset(c: ProgramContext): Promise<Response> {
  return Response.json(describeTheirs(c, await findPublicAsset(c)))
}

/** `GET /v4/persons/{person_id}/assets/{id}/download`, `/v4/persons/{person_id}/assets/download?name=` */
export async function downloadPersonAsset(c: ProgramContext): Promise<Response> {
  return downloadOf(c.env, await findPublicAsset(c))
}

const describeTheirs = (c: ProgramContext, row: AssetRow) =>
  describeAsset(c.env, `/v4/persons/${encodeURIComponent(c.req.param('person_id')!)}/assets`, row)

async function publicAssets(c: ProgramContext, by: { id?: string | undefined; name?: string | undefined } = {}) {
  const { person_id } = await requirePerson(c.env, c.req.param('person_id')!)
  return findAssets(c.env, { personId: person_id, publicOnly: true, ...by })
}

async function findPublicAsset(c: ProgramContext): Promise<AssetRow> {
  const by = { id: c.req.param('id'), ...validate(byName, c.req.query()) }
  const [found] = by.id || by.name ? await publicAssets(c, by) : []
  if (found) return found
  throw new RestError('asset_not_found', 'There is no public file with this id or name', { parameters: by })
}

const errors: CallError[] = ['person_not_found', 'asset_not_found']

export const personAssetDocs = {
  list: {
    summary: 'List the public files of a person',
    response: z.array(asset),
    errors: ['person_not_found'],
  },
  show: { summary: 'Get a public file of a person', response: asset, errors },
  download: { summary: 'Download a file', mediaTypes: assetDocs.download.mediaTypes, redirects: true, errors },
  downloadByName: {
    summary: 'Download a file by its name',
    query: byName,
    mediaTypes: assetDocs.download.mediaTypes,
    redirects: true,
    errors,
  },
} satisfies Record<string, CallDocs>
