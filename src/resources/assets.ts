import * as z from 'zod/mini'
import { invalid, invalidType, RewardsError, readArguments } from '../error/error.js'
import { call, callList, change, openEnum, optional, parseAnswer, pathId, pathSegment, string, text } from './call.js'
import type { Connection } from './connection.js'
import { request } from './traffic.js'
import { download, runTransfer, type TransferOptions, type UploadOptions, upload, urlWithToken } from './transfer.js'

/** The description that the consumer gives. */
const described = {
  name: text,
  tags: optional(z.array(string)),
  data_type: optional(openEnum<'PRIVATE' | 'PUBLIC'>()),
} satisfies Record<keyof AssetInput, unknown>

const schema = z.looseObject({
  ...described,
  id: pathId,
  filename: text,
  mime_type: text,
  status: optional(openEnum<'APPROVED' | 'DENIED' | 'PENDING_REVIEW'>()),
  type: text,
  content_url: text,
  created_at: text,
})

/** A file of a person (specification 2.3). */
export type Asset = z.infer<typeof schema>

/** The description of a file. With `PUBLIC`, other consumers may see the file. */
export interface AssetInput {
  /** Default: the name of the file. */
  name?: string | undefined
  tags?: string[] | undefined
  data_type?: 'PRIVATE' | 'PUBLIC' | undefined
}

export interface AssetUploadOptions extends UploadOptions {
  /**
   * The types that your program accepts, if you know them, for example `image/png` or `image/*`: a file of another type is rejected before anything is
   * sent.
   */
  mimeTypes?: string[] | undefined
  maxBytes?: number | undefined
}

const PATH = '/api/v4/me/assets'

/**
 * The consumer's files (specification 2.3). Needs an identified consumer. Private files need a verified consumer: for others, lists leave them
 * out, and the calls for one file throw `scopes_denied`.
 */
export const assets = (connection: Connection) => ({
  ...readingAssets(connection, PATH),

  /**
   * Uploads a file. Throws `asset_mime_type_invalid` and `asset_size_invalid`, also before anything is sent; `asset_limit_exceeded`,
   * `invalid_parameter`, `scopes_denied`, `network_error`, `timeout`, `aborted`, `invalid_response` or a platform code.
   */
  async create(file: Blob, about: AssetInput = {}, options: AssetUploadOptions = {}): Promise<Asset> {
    readArguments('assets.create()', () => check(file, about, options))
    connection.calls.checkKeys('assets.create()', about, Object.keys(described))
    const form = new FormData()
    // The platform expects the type JSON. Only a part of a form that is a file can have a type.
    form.append('asset', new Blob([JSON.stringify(about)], { type: 'application/json' }))
    // A file whose name is empty is no file for a server: forms send one where nobody has chosen any.
    form.append('file', file, String(Reflect.get(file, 'name') || 'blob'))
    return runTransfer(connection, options, async stop => {
      await request(connection, 'GET', PATH) // so that a token with the necessary scopes is in force
      return parseAnswer(connection, schema, await upload(connection, PATH, form, options, stop), `POST ${PATH}`)
    })
  },

  /** Deletes a file. Resolves with the deleted asset. Throws `asset_not_found`, `scopes_denied`, `invalid_response` or a platform code. */
  async delete(id: string): Promise<Asset> {
    return (await change(connection, schema, 'DELETE', assetPath(PATH, id))) ?? { id }
  },
})

/**
 * The public files of another person (specification 4.3). Needs an identified consumer: the calls throw `scopes_denied` below that, `person_not_found`, and
 * what those of `assets` throw.
 */
export const personAssets = (connection: Connection, personId: string) =>
  readingAssets(connection, `/api/v4/persons/${pathSegment(personId, 'persons() needs an id')}/assets`)

/** The calls that read files. `path` is the path of the list. */
function readingAssets(connection: Connection, path: string) {
  const list = (): Promise<Asset[]> => callList(connection, schema, 'GET', path)
  const fetchAsset = (assetPath: string): Promise<Asset> => call(connection, schema, 'GET', assetPath)
  const pathOf = (id: string) => assetPath(path, id)
  return {
    /** Throws `invalid_response` or a platform code. */
    list,

    /** Throws `asset_not_found`, `scopes_denied`, `invalid_response` or a platform code. */
    get: (id: string): Promise<Asset> => fetchAsset(pathOf(id)),

    /** Throws `asset_not_found`, `scopes_denied`, `network_error`, `timeout`, `aborted` or a platform code. */
    download(id: string, options?: TransferOptions): Promise<Blob> {
      const assetPath = pathOf(id)
      return downloadAsset(connection, path, () => fetchAsset(assetPath), options)
    },

    /**
     * Downloads the first file with this name. The name is searched in the list: a platform that ignores the name would answer with another
     * file. Throws what `download` throws.
     */
    downloadByName: (name: string, options?: TransferOptions): Promise<Blob> =>
      downloadAsset(connection, path, async () => findByName(await list(), name), options),

    /**
     * Resolves with a URL of the file for an `<img>` on this page. It may contain the consumer's token: do not store it, and do not give it to
     * anybody. In a native app, which may log URLs, it is a `blob:` URL: revoke it when you no longer need it. Throws `asset_not_found`,
     * `invalid_response` or a platform code.
     */
    async url(id: string): Promise<string> {
      const asset = await fetchAsset(pathOf(id))
      const hosted = hostedAt(asset)
      if (hosted) return hosted
      if (connection.app.isConnected)
        return URL.createObjectURL(await downloadAsset(connection, path, async () => asset))
      const url = connection.settings.base + contentPath(path, asset)
      return connection.client.isSimple() ? url : urlWithToken(connection, url)
    },
  }
}

const downloadAsset = (
  connection: Connection,
  path: string,
  find: () => Promise<Asset>,
  options: TransferOptions = {},
): Promise<Blob> =>
  runTransfer(connection, options, async stop => {
    const asset = await find()
    return download(connection, contentPath(path, asset), asset.mime_type ?? '', hostedAt(asset), stop)
  })

function findByName(assets: Asset[], name: string): Asset {
  const asset = assets.find(each => each.name === name)
  if (asset) return asset
  throw new RewardsError('asset_not_found', 'No asset has this name', { status: 400, parameters: { name } })
}

const assetPath = (path: string, id: string) => `${path}/${pathSegment(id, 'assets need an id')}`

const contentPath = (path: string, { id }: Asset) => `${assetPath(path, id)}/download`

/** The URL of the content, if it is not stored on the platform itself: there, the URL is that of the download. */
const hostedAt = ({ id, content_url }: Asset) =>
  /^https?:/.test(content_url ?? '') && !content_url!.endsWith(`/${id}/download`) ? content_url! : undefined

function check(file: Blob, about: AssetInput, options: AssetUploadOptions) {
  if (!(file instanceof Blob)) throw invalidType('assets.create() needs a File or a Blob', file)
  JSON.stringify(about)
  const { mimeTypes, maxBytes = Infinity } = Object(options) as AssetUploadOptions
  if (typeof maxBytes !== 'number' || (mimeTypes && !Array.isArray(mimeTypes)))
    throw invalid('assets.create() needs a number as maxBytes, and a list as mimeTypes')
  if (!file.size) throw new RewardsError('asset_size_invalid', 'The file is empty')
  if (file.size > maxBytes)
    throw new RewardsError('asset_size_invalid', `The file is larger than maxBytes: ${file.size}`)
  const type = withoutParameters(file.type)
  // As in the attribute `accept` of a file field.
  const accepted = [type, type.replace(/\/.*/, '/*')]
  if (mimeTypes && !mimeTypes.some(each => accepted.includes(withoutParameters(each))))
    throw new RewardsError('asset_mime_type_invalid', `The file has none of mimeTypes: "${file.type}"`)
}

/** A browser may add the character set to the type of a text. */
const withoutParameters = (type: string) => String(type).replace(/;.*/, '').trim().toLowerCase()
