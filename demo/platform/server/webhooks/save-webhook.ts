import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { changeClient } from '../../identity/client-settings.js'
import { removeDeadJobs } from '../../jobs/dead-jobs.js'
import { hashOf, newId } from '../../store/id.js'
import { secretPlace } from '../../webhooks/deliver-message.js'
import { MESSAGE_JOB, scheduleMessages } from '../../webhooks/queue-messages.js'
import { newWebhookSecret } from '../../webhooks/sign.js'
import { eventTypes } from './event-types.js'
import { findWebhooks, requireWebhook, type WebhookRow } from './webhook.js'

/** The number of webhooks of a client. Each event is copied for each of them. */
const MAX_WEBHOOKS = 20

/** How long the previous secret signs, too. */
const OVERLAP_MS = 86_400_000

export const webhookSettings = z.strictObject({
  url: z
    .string()
    .max(2000)
    .describe(
      'An https URL with a public address. If the platform allows private addresses, also an http URL. Redirects are not followed.',
    ),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1)
    .describe('The types of the messages. A reward can enter a state more than once, such as EARNED after a retry.'),
  enabled: z
    .boolean()
    .describe('A webhook that is disabled gets no messages. Those that wait are delivered when it is enabled again.'),
})

export type WebhookSettings = z.infer<typeof webhookSettings>

/** Creates a webhook. The result has the secret in clear. Throws `invalid_parameter`. */
export async function addWebhook(domain: Domain, given: WebhookSettings): Promise<WebhookRow> {
  const url = checkUrl(domain, given.url)
  const [id, secret] = [newId(), newWebhookSecret()]
  // Two requests at the same time must not exceed the limit.
  return changeClient(domain, async within => {
    const { db, clientId, settings, secrets } = within
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      'select count(*)::int as count from webhooks where client_id = $1',
      [clientId],
    )
    if (count >= MAX_WEBHOOKS) throw invalid('url', `A client can have at most ${MAX_WEBHOOKS} webhooks`)
    await db.query(
      `insert into webhooks (webhook_id, client_id, url, event_types, enabled, secret, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [
        ...[id, clientId, url, typesOf(given), given.enabled],
        ...[await secrets.seal(db, secretPlace(id, 'secret'), secret), new Date(settings.now())],
      ],
    )
    return { ...(await requireWebhook(within, id)), secret }
  })
}

/**
 * Creates a webhook. Undefined: the client has one with the same settings, such as by the same form, and nothing is created. Throws
 * `invalid_parameter`.
 */
export const addIfNew = (domain: Domain, given: WebhookSettings): Promise<WebhookRow | undefined> =>
  changeClient(domain, async within => {
    const tag = settingsTag({ url: checkUrl(domain, given.url), event_types: typesOf(given) })
    const isKnown = (await findWebhooks(within)).some(webhook => settingsTag(webhook) === tag)
    return isKnown ? undefined : addWebhook(within, given)
  })

/** Changes the given settings. Throws `not_found` and `invalid_parameter`. */
export async function changeWebhook(
  domain: Domain,
  webhookId: string,
  { url, event_types, enabled }: Partial<WebhookSettings>,
): Promise<WebhookRow> {
  const { clientId, settings } = domain
  return domain.db.transaction(async db => {
    const within = { ...domain, db }
    await requireWebhook(within, webhookId)
    await db.query(
      `update webhooks set url = coalesce($3, url), event_types = coalesce($4, event_types), enabled = coalesce($5, enabled),
         is_gone = is_gone and not coalesce($5, false), updated_at = $6,
         failing_since = case when $3::text is null and $5::boolean is null then failing_since end
       where webhook_id = $1 and client_id = $2`,
      [
        ...[webhookId, clientId, url === undefined ? null : checkUrl(domain, url)],
        ...[event_types ? typesOf({ event_types }) : null, enabled ?? null, new Date(settings.now())],
      ],
    )
    if (enabled) await scheduleMessages(within, webhookId)
    return requireWebhook(within, webhookId)
  })
}

/** Stands for the settings that a form shows. */
export const settingsTag = ({ url, event_types }: Pick<WebhookRow, 'url' | 'event_types'>): string =>
  hashOf(JSON.stringify([url, event_types]))

/**
 * Saves the settings of a form that was opened with those of `tag`. Undefined: somebody has changed them meanwhile, and nothing is saved. Throws
 * `not_found` and `invalid_parameter`.
 */
export const saveIfUnchanged = (
  domain: Domain,
  webhookId: string,
  tag: string,
  given: Pick<WebhookSettings, 'url' | 'event_types'>,
): Promise<WebhookRow | undefined> =>
  domain.db.transaction(async db => {
    const within = { ...domain, db }
    await lockWebhook(within, webhookId)
    const isUnchanged = settingsTag(await requireWebhook(within, webhookId)) === tag
    return isUnchanged ? changeWebhook(within, webhookId, given) : undefined
  })

/** Stands for the secret that a page asks about. */
export const secretTag = ({ secret }: Pick<WebhookRow, 'secret'>): string => hashOf(secret)

/**
 * Rotates the secret of `tag`. Undefined: it was rotated meanwhile, such as by the same form. A second rotation would end the secret before it at
 * once. Throws `not_found`.
 */
export const rotateIfUnchanged = (domain: Domain, webhookId: string, tag: string): Promise<WebhookRow | undefined> =>
  domain.db.transaction(async db => {
    const within = { ...domain, db }
    await lockWebhook(within, webhookId)
    const isUnchanged = secretTag(await requireWebhook(within, webhookId)) === tag
    return isUnchanged ? rotateSecret(within, webhookId) : undefined
  })

/** Gives a webhook a new secret, which the result has in clear. The previous one signs, too, for a day. Throws `not_found`. */
export async function rotateSecret(domain: Domain, webhookId: string): Promise<WebhookRow> {
  const { settings, secrets } = domain
  const secret = newWebhookSecret()
  return domain.db.transaction(async db => {
    await lockWebhook({ ...domain, db }, webhookId)
    const webhook = await requireWebhook({ ...domain, db }, webhookId)
    const previous = secrets.open(secretPlace(webhookId, 'secret'), webhook.secret)
    await db.query(
      `update webhooks set previous_secret = $2, previous_secret_expires_at = $3, secret = $4, updated_at = $5
       where webhook_id = $1`,
      [
        ...[webhookId, await secrets.seal(db, secretPlace(webhookId, 'previous_secret'), previous)],
        new Date(settings.now() + OVERLAP_MS),
        ...[await secrets.seal(db, secretPlace(webhookId, 'secret'), secret), new Date(settings.now())],
      ],
    )
    return { ...(await requireWebhook({ ...domain, db }, webhookId)), secret }
  })
}

/** Deletes a webhook with its messages and returns it. Throws `not_found`. */
export async function removeWebhook(domain: Domain, webhookId: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(domain, webhookId)
  await domain.db.query('delete from webhooks where webhook_id = $1', [webhook.webhook_id])
  await removeDeadJobs(domain, MESSAGE_JOB, webhook.webhook_id)
  return webhook
}

const lockWebhook = ({ db, clientId }: Domain, webhookId: string) =>
  db.query('select 1 from webhooks where webhook_id = $1 and client_id = $2 for no key update', [webhookId, clientId])

/** Each type once, in the order of the documentation. */
const typesOf = ({ event_types }: Pick<WebhookSettings, 'event_types'>) =>
  eventTypes.filter(type => event_types.includes(type))

/** The payloads contain what the brand knows of its customers, so they travel encrypted. */
function checkUrl({ settings }: Domain, text: string): string {
  const protocols = settings.allowPrivateAddresses ? ['https:', 'http:'] : ['https:']
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol))
    throw invalid('url', 'A webhook needs an https URL, such as https://shop.example.com/webhooks')
  if (url.username || url.password || url.hash)
    throw invalid('url', 'The URL of a webhook has no user, no password and no hash')
  return url.href
}

const invalid = (name: string, message: string) => new RestError('invalid_parameter', message, { parameters: { name } })
