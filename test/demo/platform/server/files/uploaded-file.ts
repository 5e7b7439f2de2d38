// Uploads to the local platform.

import { readdir } from 'node:fs/promises'
import { demo } from '../../../../../demo/platform/index.js'
import { MARK } from '../../../../../demo/platform/store/files-folder.js'
import { server, type Visit } from '../../use-platform.js'

/** A platform that gets requests. */
export type Target = Pick<Visit, 'platform' | 'send'>

export interface Upload {
  content: string | Uint8Array<ArrayBuffer>
  filename: string
  fields?: [name: string, value: string][]
  token?: string
}

export async function upload(visit: Target, { content, filename, fields = [], token = demo.serverToken }: Upload) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  body.append('file', new File([content], filename))
  const headers = { Authorization: `Bearer ${token}` }
  return visit.platform.fetch(new Request(`${server}/v6/files`, { method: 'POST', body, headers }))
}

/** Uploads a file and returns its id. */
export const uploadedFile = async (visit: Target, request: Upload): Promise<string> =>
  (await (await upload(visit, request)).json()).id

/** The names of the contents in a folder of files. */
export const contentsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(name => name !== MARK)
