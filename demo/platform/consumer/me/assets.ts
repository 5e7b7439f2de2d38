import { z } from 'zod'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import { tokenLevel } from '../../identity/token.js'
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

/** `GET /v4/me/assets`: for a consumer who is not verified only the public files (contract 1). */
export async function listAssets(c: ProgramContext): Promise<Response> {
  return Response.json((await findAssets(c.env, await ownAssets(c))).map(row => describeOwn(c, row)))
}

/** `GET /v4/me/assets/{id}` */
export async function showAsset(c: ProgramContext): Promise<Response> {
  return Response.json(describeOwn(c, await findAsset(c, { id: c.req.param('id') })))
}

/** `DELETE /v4/me/assets/{id}`: returns the deleted file. */
export async function deleteAsset(c: ProgramContext): Promise<Response> {
  const { personId, publicOnly } = await ownAssets(c)
  const id = c.req.param('id')!
  const [asset] = await c.env.db.query<AssetRow>(
    `delete from assets where asset_id = $1 and person_id = $2 and (not $3 or data_type = 'PUBLIC')
     returning ${ASSET_COLUMNS}`,
    [id, personId, publicOnly],
  )
  if (!asset) throw await missing(c, { id })
  return Response.json(describeOwn(c, asset))
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
  return Response.json(describeOwn(c, row))
}

const describeOwn = (c: ProgramContext, row: AssetRow) => describeAsset(c.env, '/v4/me/assets', row)

/** The files that the caller may read: all files of a verified consumer, otherwise the public ones. */
const ownAssets = async (c: ProgramContext) => ({
  personId: (await personOf(c)).person_id,
  publicOnly: tokenLevel(callerOf(c).token) !== 'verified',
})

async function findAsset(c: ProgramContext, by: Pick<AssetQuery, 'id' | 'name'>): Promise<AssetRow> {
  const [asset] = by.id || by.name ? await findAssets(c.env, { ...(await ownAssets(c)), ...by }) : []
  if (asset) return asset
  throw await missing(c, by)
}

/**
 * The error for a file that the caller cannot have. A name can be guessed, so the error for a name does not tell a consumer who is not
 * verified whether there is a private file.
 */
async function missing(c: ProgramContext, by: Pick<AssetQuery, 'id' | 'name'>): Promise<RestError> {
  const { personId, publicOnly } = await ownAssets(c)
  const isPrivate = publicOnly && (by.name || (by.id && (await findAssets(c.env, { personId, id: by.id })).length > 0))
  return isPrivate
    ? new RestError('scopes_denied', 'Only a verified consumer can read, change or delete private files')
    : new RestError('asset_not_found', 'The consumer has no file with this id or name', { parameters: { ...by } })
}

const privateFiles =
  'A consumer who is not verified has access to public files only. For a private file they get `scopes_denied`.'

const download: CallDocs = {
  summary: 'Download a file',
  description: privateFiles,
  mediaTypes: mimeTypes,
  redirects: true,
  errors: ['asset_not_found'],
}

export const assetDocs = {
  list: {
    summary: 'List the consumer’s files, oldest first',
    description: privateFiles,
    response: z.array(asset),
  },
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
  show: {
    summary: 'Get one of the consumer’s files',
    description: privateFiles,
    response: asset,
    errors: ['asset_not_found'],
  },
  remove: {
    summary: 'Delete a file and return its description',
    description: privateFiles,
    response: asset,
    errors: ['asset_not_found'],
  },
  download,
  downloadByName: { ...download, summary: 'Download a file by its name', query: byName },
} satisfies Record<string, CallDocs>
