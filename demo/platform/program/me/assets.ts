import { z } from 'zod'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import {
  ASSET_COLUMNS,
  type AssetQuery,
  type AssetRow,
  asset,
  byName,
  describeAsset,
  findAssets,
  insertAsset,
} from './asset.js'
import { downloadOf } from './asset-content.js'
import { assetForm, MAX_BYTES, mimeTypes, readUpload } from './asset-upload.js'

const MAX_ASSETS = 20

/** `GET /v4/me/assets` */
export async function listAssets(c: ProgramContext): Promise<Response> {
  return Response.json((await findAssets(c.env, await ownAssets(c))).map(describeAsset))
}

/** `GET /v4/me/assets/{id}` */
export async function showAsset(c: ProgramContext): Promise<Response> {
  return Response.json(describeAsset(await findAsset(c, { id: c.req.param('id') })))
}

/** `DELETE /v4/me/assets/{id}`: returns the deleted file. */
export async function deleteAsset(c: ProgramContext): Promise<Response> {
  const { personId } = await ownAssets(c)
  const id = c.req.param('id')!
  const [asset] = await c.env.db.query<AssetRow>(
    `delete from assets where asset_id = $1 and person_id = $2 returning ${ASSET_COLUMNS}`,
    [id, personId],
  )
  if (!asset) throw notFound({ id })
  return Response.json(describeAsset(asset))
}

/** `GET /v4/me/assets/{id}/download`, `/v4/me/assets/download?name=` */
export async function downloadAsset(c: ProgramContext): Promise<Response> {
  return downloadOf(c.env, await findAsset(c, { id: c.req.param('id'), ...validate(byName, c.req.query()) }))
}

/** `POST /v4/me/assets`: a multipart form of `asset` (JSON) and `file` (specification 4.3). Throws the errors of `readUpload`. */
export async function createAsset(c: ProgramContext): Promise<Response> {
  const upload = await readUpload(c)
  const { identity_id } = callerOf(c).token
  const row = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id } = await lockPerson(domain, identity_id)
    if ((await findAssets(domain, { personId: person_id })).length >= MAX_ASSETS)
      throw new RestError('asset_limit_exceeded', `A consumer can have at most ${MAX_ASSETS} files`)
    return insertAsset(domain, person_id, upload)
  })
  return Response.json(describeAsset(row))
}

const ownAssets = async (c: ProgramContext): Promise<AssetQuery> => ({ personId: (await personOf(c)).person_id })

async function findAsset(c: ProgramContext, by: Pick<AssetQuery, 'id' | 'name'>): Promise<AssetRow> {
  const [asset] = by.id || by.name ? await findAssets(c.env, { ...(await ownAssets(c)), ...by }) : []
  if (asset) return asset
  throw notFound(by)
}

const notFound = (by: Pick<AssetQuery, 'id' | 'name'>) =>
  new RestError('asset_not_found', 'The consumer has no file with this id or name', { parameters: { ...by } })

const download: CallDocs = {
  summary: 'Download a file',
  mediaTypes: mimeTypes,
  redirects: true,
  errors: ['asset_not_found'],
}

export const assetDocs = {
  list: { summary: 'List the consumer’s files, oldest first', response: z.array(asset) },
  create: {
    summary: 'Upload a file for the consumer',
    description: `A multipart form with two parts: \`asset\` (JSON) and \`file\` (1 to ${MAX_BYTES} bytes). For content that is hosted on a site of the program, \`asset\` has \`content_url\` and \`mime_type\`, and there is no \`file\`. Types: ${mimeTypes.join(', ')}.`,
    body: assetForm,
    response: asset,
    errors: [
      'asset_mime_type_invalid',
      'asset_size_invalid',
      'asset_limit_exceeded',
      'invalid_parameter',
      'content_url_length_out_of_range',
      'invalid_content_url',
      'blocked_content_url',
    ],
  },
  show: { summary: 'Get one of the consumer’s files', response: asset, errors: ['asset_not_found'] },
  remove: { summary: 'Delete a file and return its description', response: asset, errors: ['asset_not_found'] },
  download,
  downloadByName: { ...download, summary: 'Download a file by its name', query: byName },
} satisfies Record<string, CallDocs>
