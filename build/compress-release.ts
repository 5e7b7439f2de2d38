import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { RELEASE } from './release-folder.js'

/** What pages load: the scripts and the frame of creatives. Source maps are only for developers. */
const LOADED = /^(rewards[\w-]*\.(js|html)|rewards-\d.*\.js)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes each file that pages load once more with brotli (`.br`) and with gzip (`.gz`), for servers that send them as they are. */
export async function compressRelease(): Promise<void> {
  const names = await readdir('dist')
  const inRelease = await readdir(join('dist', RELEASE), { recursive: true })
  for (const name of [...names, ...inRelease.map(each => join(RELEASE, each))]) {
    if (!LOADED.test(name)) continue
    const content = await readFile(join('dist', name))
    await writeFile(join('dist', `${name}.br`), await promisify(brotliCompress)(content, BROTLI))
    await writeFile(join('dist', `${name}.gz`), await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}
