import * as z from 'zod/mini'
import { describeGiven, invalid, RewardsError, readArguments } from '../http/error.js'
import { call, callList, id, open, optional, read, segment, text, where } from './call.js'
import type { Connection } from './connection.js'
import { download, type TransferOptions, type UploadOptions, upload, within, withToken } from './transfer.js'

const schema = z.looseObject({
  // It is part of a path: none at all, and the dots, would lead elsewhere.
  id: where(id, id => !/^\.{0,2}$/.test(id), 'no id'),
  name: text,
  filename: text,
  mime_type: text,
  tags: optional(z.array(z.string())),
  data_type: optional(open<'PRIVATE' | 'PUBLIC'>()),
  status: optional(open<'APPROVED' | 'DENIED' | 'PENDING_REVIEW'>()),
  type: text,
  content_url: text,
  created_at: text,
})

/** A file that belongs to a person (specification 2.3). */
export type Asset = z.infer<typeof schema>

/** What is said about a file. `PUBLIC`: others may see it. */
export interface AssetInput {
  /** Default: the file's own name. */
  name?: string
  tags?: string[]
  data_type?: 'PRIVATE' | 'PUBLIC'
}

export interface AssetUploadOptions extends UploadOptions {
  /** What your program takes, if you know: another file is refused before anything is sent. */
  mimeTypes?: string[]
  maxBytes?: number
}

const PATH = '/api/v4/me/assets'

/** The consumer's files (specification 2.3). Needs an identified consumer. */
export const assets = (at: Connection) => ({
  ...readingAssets(at, PATH),

  /**
   * Uploads a file. Throws `asset_mime_type_invalid`, `asset_size_invalid`, also before anything is sent | `asset_limit_exceeded` |
   * `network_error` | `timeout` | `aborted` | `invalid_response` | a platform code.
   */
  async create(file: Blob, about: AssetInput = {}, options: AssetUploadOptions = {}): Promise<Asset> {
    readArguments('assets.create()', () => check(file, about, options))
    const form = new FormData()
    // As a file it says that it is JSON: a part without a type is text.
    form.append('asset', new Blob([JSON.stringify(about)], { type: 'application/json' }))
    form.append('file', file)
    return within(at, options, async stop => {
      await call(at, z.unknown(), 'GET', PATH) // brings a token that is alive, and good enough
      return read(schema, await upload(at, PATH, form, options, stop), `POST ${PATH}`)
    })
  },

  /** Answers what it has deleted. Throws `asset_not_found` | `invalid_response` | a platform code. */
  async delete(id: string): Promise<Asset> {
    const answer = await call(at, z.unknown(), 'DELETE', `${PATH}/${segment(id, 'assets.delete() needs an id')}`)
    // Whatever the platform says of it, the file is deleted.
    return read(schema, { id, ...Object(answer) }, `DELETE ${PATH}`)
  },
})

/** The public files of another person (specification 4.3). Needs a verified consumer. Throws `person_not_found`, and what `assets` throws. */
export const personAssets = (at: Connection, personId: string) =>
  readingAssets(at, `/api/v4/persons/${segment(personId, 'persons() needs the id of a person')}/assets`)

function readingAssets(at: Connection, path: string) {
  const list = (): Promise<Asset[]> => callList(at, schema, 'GET', path)
  const show = (address: string): Promise<Asset> => call(at, schema, 'GET', address)
  const addressOf = (id: string) => `${path}/${segment(id, 'assets need an id')}`
  const content = (find: () => Promise<Asset>, options: TransferOptions = {}) =>
    within(at, options, async stop => {
      const asset = await find()
      return download(at, contentPath(path, asset), asset.mime_type ?? '', hostedAt(asset), stop)
    })
  return {
    /** Throws `invalid_response` | a platform code. */
    list,

    /** Throws `asset_not_found` | `invalid_response` | a platform code. */
    get: (id: string): Promise<Asset> => show(addressOf(id)),

    /** Throws `asset_not_found` | `network_error` | `timeout` | `aborted` | a platform code. */
    download(id: string, options?: TransferOptions): Promise<Blob> {
      const address = addressOf(id)
      return content(() => show(address), options)
    },

    /** The first of that name. It is found in the list: a platform that drops the name would answer another file. Throws what `download` throws. */
    downloadByName: (name: string, options?: TransferOptions): Promise<Blob> =>
      content(async () => {
        const asset = (await list()).find(each => each.name === name)
        if (asset) return asset
        throw new RewardsError('asset_not_found', 'No asset has this name', {
          status: 400,
          parameters: { name },
        })
      }, options),

    /**
     * An address for an `<img>` on this page. It may hold the consumer's token: give it to nobody, and do not keep it. In a native app,
     * which logs addresses, a `blob:`, to be revoked when it is not needed any more. Throws `asset_not_found` | `invalid_response` | a platform code.
     */
    async url(id: string): Promise<string> {
      const asset = await show(addressOf(id))
      const hosted = hostedAt(asset)
      if (hosted) return hosted
      if (at.app.isConnected) return URL.createObjectURL(await content(async () => asset))
      const url = at.settings.base + contentPath(path, asset)
      return at.client.isSimple() ? url : withToken(at, url)
    },
  }
}

const contentPath = (path: string, { id }: Asset) => `${path}/${segment(id, 'assets need an id')}/download`

/** Where the content is, if that is not the platform itself. */
const hostedAt = ({ content_url }: Asset) => (/^https?:/.test(content_url ?? '') ? content_url! : undefined)

function check(file: Blob, about: AssetInput, options: AssetUploadOptions) {
  if (!(file instanceof Blob)) throw invalid(`assets.create() needs a File or a Blob; got ${describeGiven(file)}`)
  JSON.stringify(about)
  const { mimeTypes, maxBytes = Number.POSITIVE_INFINITY } = Object(options) as AssetUploadOptions
  if (!file.size || file.size > maxBytes)
    throw new RewardsError('asset_size_invalid', `The file has ${file.size} bytes; maxBytes allows 1 to ${maxBytes}`)
  if (mimeTypes && !mimeTypes.includes(file.type))
    throw new RewardsError(
      'asset_mime_type_invalid',
      `mimeTypes allows ${mimeTypes.join(', ')}; the file is ${file.type || 'of unknown type'}`,
    )
}
