import { z } from 'zod'
import { type BodyShape, readForm, validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { type AssetQuery, type AssetRow, asset, byName, describeAsset, findAssets, insertAsset } from './asset.js'
import { downloadOf } from './asset-content.js'

const MAX_BYTES = 5 * 1024 * 1024
/** The maximum size of the form: the file, its metadata and the boundaries. */
const MAX_FORM_BYTES = MAX_BYTES + 64 * 1024
const MAX_ASSETS = 20

/** No type that a browser would execute, because the program domain serves the files. */
const mimeTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain']

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
    'delete from assets where asset_id = $1 and person_id = $2 returning *',
    [id, personId],
  )
  if (!asset) throw notFound({ id })
  return Response.json(describeAsset(asset))
}

/** `GET /v4/me/assets/{id}/download`, `/v4/me/assets/download?name=` */
export async function downloadAsset(c: ProgramContext): Promise<Response> {
  return downloadOf(await findAsset(c, { id: c.req.param('id'), ...validate(byName, c.req.query()) }))
}

const metadata = z.object({
  name: z.string().min(1).max(200).optional(),
  tags: z.array(z.string()).default([]),
  data_type: z.enum(['PRIVATE', 'PUBLIC']).default('PRIVATE'),
})

/** `POST /v4/me/assets`: a multipart form of `asset` (JSON) and `file` (specification 4.3). */
export async function createAsset(c: ProgramContext): Promise<Response> {
  const { file, asset } = await upload(c)
  const { name = file.name, tags, data_type } = asset
  const [mimeType] = file.type.split(';') as [string]
  if (!mimeTypes.includes(mimeType))
    throw new RestError('asset_mime_type_invalid', `Files of type ${mimeType} are not supported`, {
      parameters: { mime_types: mimeTypes },
    })
  if (file.size === 0 || file.size > MAX_BYTES) throw wrongSize()
  const { identity_id } = callerOf(c).token
  const content = new Uint8Array(await file.arrayBuffer())
  const row = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id } = await lockPerson(domain, identity_id)
    if ((await findAssets(domain, { personId: person_id })).length >= MAX_ASSETS)
      throw new RestError('asset_limit_exceeded', `A consumer can have at most ${MAX_ASSETS} files`)
    return insertAsset(domain, { person_id, name, filename: file.name, mime_type: mimeType, tags, data_type, content })
  })
  return Response.json(describeAsset(row))
}

async function upload(c: ProgramContext): Promise<{ file: File; asset: z.infer<typeof metadata> }> {
  if (!c.req.header('Content-Type')?.startsWith('multipart/form-data'))
    throw new RestError('unsupported_media_type', 'The body must be a multipart form')
  const form = await readForm(c.req.raw, MAX_FORM_BYTES).catch(error => {
    throw error instanceof RestError && error.code === 'request_too_large' ? wrongSize() : error
  })
  const [file, metadataPart] = [form.get('file'), form.get('asset')]
  if (!(file instanceof File)) throw new RestError('missing_request_body', 'The form has no file')
  const text = metadataPart instanceof File ? await metadataPart.text() : (metadataPart ?? '{}')
  try {
    return { file, asset: validate(metadata, JSON.parse(text)) }
  } catch (error) {
    throw error instanceof SyntaxError ? new RestError('invalid_json', 'The asset field is not valid JSON') : error
  }
}

const wrongSize = () =>
  new RestError('asset_size_invalid', `A file must have 1 to ${MAX_BYTES} bytes`, {
    parameters: { largest_bytes: MAX_BYTES },
  })

const ownAssets = async (c: ProgramContext): Promise<AssetQuery> => ({ personId: (await personOf(c)).person_id })

async function findAsset(c: ProgramContext, by: Pick<AssetQuery, 'id' | 'name'>): Promise<AssetRow> {
  const [asset] = by.id || by.name ? await findAssets(c.env, { ...(await ownAssets(c)), ...by }) : []
  if (asset) return asset
  throw notFound(by)
}

const notFound = (by: Pick<AssetQuery, 'id' | 'name'>) =>
  new RestError('asset_not_found', 'The consumer has no file with this id or name', { parameters: { ...by } })

const form = {
  schema: z.object({ asset: metadata.optional(), file: z.file() }),
  accepts: ['multipart'],
} satisfies BodyShape

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
    description: `A multipart form with two parts: \`asset\` (JSON) and \`file\` (1 to ${MAX_BYTES} bytes). Types: ${mimeTypes.join(', ')}.`,
    body: form,
    response: asset,
    errors: ['asset_mime_type_invalid', 'asset_size_invalid', 'asset_limit_exceeded'],
  },
  show: { summary: 'Get one of the consumer’s files', response: asset, errors: ['asset_not_found'] },
  remove: { summary: 'Delete a file and return its description', response: asset, errors: ['asset_not_found'] },
  download,
  downloadByName: { ...download, summary: 'Download a file by its name', query: byName },
} satisfies Record<string, CallDocs>
