import ssh2 from 'ssh2'
import { z } from 'zod'
import { RestError } from '../../http/rest-error.js'
import type { ServerRow } from './sftp-server.js'

const DEFAULT_PORT = 22

/** Long enough for a private key of 8192 bits. */
const MAX_KEY = 20_000

/** No server can have such a text in a credential: protocols end a text at NUL. */
const withoutNul = /^[^\0]*$/

/** Settings of a server that both calls have. */
const common = {
  host: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9_.:[\]-]+$/, 'Expected a host name or an address')
    .describe('A host name or an IP address. It must be public, unless the platform allows private addresses.'),
  username: z.string().min(1).max(200),
  password: z
    .string()
    .min(1)
    .max(1000)
    .regex(withoutNul)
    .optional()
    .describe('Either a password or a private key. Never part of a response.'),
  private_key: z
    .string()
    .min(1)
    .max(MAX_KEY)
    .optional()
    .describe('In PEM or OpenSSH format. Never part of a response.'),
  passphrase: z.string().min(1).max(1000).regex(withoutNul).optional().describe('The passphrase of the private key.'),
  host_key_fingerprint: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'Expected a fingerprint such as ssh-keygen -l shows it: SHA256:…')
    .nullable()
    .optional()
    .describe('The host key that the server must have. Null: the next synchronization accepts any key and stores it.'),
}

const name = z.string().min(1).max(200)
const port = z.int().min(1).max(65_535)
const path = z.string().min(1).max(1000)

const example = { host: '203.0.113.22', username: 'reports', password: '…', path: '/incoming' }

export const newSettings = z
  .strictObject({
    ...common,
    name: name.optional().describe('Default: the host.'),
    port: port.default(DEFAULT_PORT),
    path: path.default('.').describe('The folder for the files. Default: the folder after the login.'),
  })
  .meta({ examples: [example] })

export const changedSettings = z
  .strictObject({ ...common, name, port, path })
  .partial()
  .meta({ examples: [{ name: 'Reports', path: '/incoming' }] })

/** The settings as they are stored. */
export type StoredSettings = Pick<
  ServerRow,
  'name' | 'host' | 'port' | 'username' | 'password' | 'private_key' | 'passphrase' | 'folder' | 'host_key_fingerprint'
>

/** Reads the settings of a new server. Throws `invalid_parameter`. */
export function settingsOf(input: z.infer<typeof newSettings>): StoredSettings {
  const { path, name = input.host, ...given } = input
  const { password = null, private_key = null, passphrase = null, host_key_fingerprint = null } = given
  return checkSecrets({ ...given, name, folder: path, password, private_key, passphrase, host_key_fingerprint })
}

/** Applies changes to stored settings. A new password replaces a private key, and the other way round. Throws `invalid_parameter`. */
export function changedBy(stored: StoredSettings, changes: z.infer<typeof changedSettings>): StoredSettings {
  const { path: folder = stored.folder, password, private_key, passphrase, ...others } = changes
  const hasNewSecret = password !== undefined || private_key !== undefined
  const kept = { password: stored.password, private_key: stored.private_key, passphrase: stored.passphrase }
  const replaced = { password: password ?? null, private_key: private_key ?? null, passphrase: passphrase ?? null }
  const secrets = hasNewSecret ? replaced : { ...kept, ...(passphrase !== undefined && { passphrase }) }
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return checkSecrets({ ...stored, ...given, ...secrets, folder })
}

/** The messages name no secret. */
function checkSecrets(settings: StoredSettings): StoredSettings {
  const { password, private_key, passphrase } = settings
  if ((password === null) === (private_key === null))
    throw invalid('password', 'An SFTP server needs either a password or a private key')
  if (passphrase !== null && private_key === null) throw invalid('passphrase', 'Only a private key has a passphrase')
  if (private_key !== null) checkKey(private_key, passphrase)
  return settings
}

function checkKey(key: string, passphrase: string | null): void {
  const parsed = ssh2.utils.parseKey(key, passphrase ?? undefined)
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  if (first instanceof Error || !first?.isPrivateKey())
    throw invalid('private_key', 'The private key cannot be read. Check its format and its passphrase')
}

const invalid = (name: string, message: string) => new RestError('invalid_parameter', message, { parameters: { name } })
