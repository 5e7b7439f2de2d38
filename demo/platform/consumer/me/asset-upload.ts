import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, readForm, validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { checkContentUrl } from '../../links/content-url.js'
import type { ProgramContext } from '../consumer-call.js'
import type { AssetContent } from './asset.js'

export const MAX_BYTES = 5 * 1024 * 1024
/** The maximum size of the form: the file, its metadata and the boundaries. */
const MAX_FORM_BYTES = MAX_BYTES + 64 * 1024

/** No type that a browser would execute, because the program domain serves the files. */
export const mimeTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain']

const metadata = z.object({
  name: z.string().min(1).max(200).optional().describe('Default: the name of the file.'),
  tags: z.array(z.string()).default([]),
  data_type: z.enum(['PRIVATE', 'PUBLIC']).default('PRIVATE'),
  content_url: z.string().optional().describe('Instead of a file: the URL of the content on a site of the program.'),
  mime_type: z.string().optional().describe('The type of the content at `content_url`.'),
})

type Metadata = z.infer<typeof metadata>

/** The form that stores a file: `asset` (JSON) and `file` (specification 4.3). */
export const assetForm = {
  schema: z.object({ asset: metadata.optional(), file: z.file().optional() }),
  accepts: ['multipart'],
} satisfies BodyShape

/** Reads the form: a file, or the description of content that is hosted elsewhere. */
export async function readUpload(c: ProgramContext): Promise<AssetContent> {
  const { file, asset } = await readParts(c)
  if (file && asset.content_url !== undefined)
    throw new RestError('invalid_parameter', 'Send either a file or a content_url', {
      parameters: { name: 'content_url' },
    })
  if (asset.content_url !== undefined) return hostedContent(c.env, asset, asset.content_url)
  if (file) return fileContent(file, asset)
  throw new RestError('missing_request_body', 'The form has neither a file nor a content_url')
}

async function fileContent(file: File, { name = file.name, tags, data_type }: Metadata): Promise<AssetContent> {
  const [mime_type] = file.type.split(';') as [string]
  checkMimeType(mime_type)
  if (file.size === 0 || file.size > MAX_BYTES) throw wrongSize()
  const content = new Uint8Array(await file.arrayBuffer())
  return { name, filename: file.name, mime_type, tags, data_type, content, content_url: null }
}

/** Consumers see each other's public files, so the content must be on a site that the program allows. */
function hostedContent(domain: Domain, asset: Metadata, content_url: string): AssetContent {
  const { tags, data_type, mime_type = '' } = asset
  checkContentUrl(domain, content_url)
  checkMimeType(mime_type)
  const { pathname, hostname } = new URL(content_url)
  const filename = pathname.split('/').at(-1) || hostname
  return { name: asset.name ?? filename, filename, mime_type, tags, data_type, content: null, content_url }
}

function checkMimeType(type: string): void {
  if (mimeTypes.includes(type)) return
  throw new RestError('asset_mime_type_invalid', `Files of type ${type || 'unknown'} are not supported`, {
    parameters: { mime_types: mimeTypes },
  })
}

async function readParts(c: ProgramContext): Promise<{ file: File | undefined; asset: Metadata }> {
  if (!c.req.header('Content-Type')?.startsWith('multipart/form-data'))
    throw new RestError('unsupported_media_type', 'The body must be a multipart form')
  const form = await readForm(c.req.raw, MAX_FORM_BYTES).catch(error => {
    throw error instanceof RestError && error.code === 'request_too_large' ? wrongSize() : error
  })
  const [file, metadataPart] = [form.get('file'), form.get('asset')]
  const text = metadataPart instanceof File ? await metadataPart.text() : (metadataPart ?? '{}')
  try {
    return { file: file instanceof File ? file : undefined, asset: validate(metadata, JSON.parse(text)) }
  } catch (error) {
    throw error instanceof SyntaxError ? new RestError('invalid_json', 'The asset field is not valid JSON') : error
  }
}

const wrongSize = () =>
  new RestError('asset_size_invalid', `A file must have 1 to ${MAX_BYTES} bytes`, {
    parameters: { largest_bytes: MAX_BYTES },
  })
