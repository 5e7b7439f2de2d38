import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import { deliverMessage, leaseMessages, secretPlace, type Target } from './deliver-message.js'

/** How often a process looks for messages. */
const TICK_MS = 1000

/** The number of webhooks to which a process sends at the same time. A slow receiver delays no other one. */
const MAX_RUNNING = 16

/** How long messages are kept that are delivered or dead. */
const KEPT_MS = 30 * 86_400_000

/** How often old messages are deleted. */
const CLEANUP_MS = 3_600_000

/** Delivers the messages of webhooks in the background. Their state is in the database, so that a restart loses none. */
export interface WebhookDelivery {
  /** Looks for messages now. */
  wake(): Promise<void>
  /** Delivers everything that is due, and waits for the answers. */
  idle(): Promise<void>
  /** Stops. A message that was being sent is sent again by the next process. */
  stop(): Promise<void>
}

export function startWebhookDelivery(domain: Domain): WebhookDelivery {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  let looking: Promise<void> = Promise.resolve()
  let lastCleanup = domain.settings.now()
  const start = (webhookId: string) => {
    const run = deliverAll(domain, webhookId, signal)
      .catch(error => void toRestError(error))
      .finally(() => running.delete(webhookId))
    running.set(webhookId, run)
  }
  const look = () => {
    looking = looking
      .then(async () => {
        if (signal.aborted || running.size === MAX_RUNNING) return
        for (const id of await findDue(domain, [...running.keys()], MAX_RUNNING - running.size)) start(id)
        if (domain.settings.now() - lastCleanup < CLEANUP_MS) return
        lastCleanup = domain.settings.now()
        await deleteOldMessages(domain)
      })
      .catch(error => void toRestError(error))
    return looking
  }
  const timer = setInterval(look, TICK_MS)
  timer.unref()
  return {
    wake: look,
    async idle() {
      do {
        await look()
        await Promise.all(running.values())
      } while (!signal.aborted && (await findDue(domain, [], 1)).length)
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}

/** Finds webhooks with messages that are due. */
async function findDue({ db, settings }: Domain, running: string[], limit: number): Promise<string[]> {
  const due = await db.query<{ webhook_id: string }>(
    `select webhook_id from webhooks w where enabled and not webhook_id = any($1) and exists (
       select 1 from webhook_messages m where m.webhook_id = w.webhook_id and state = 'PENDING' and next_attempt_at <= $2)
     limit $3`,
    [running, new Date(settings.now()), limit],
  )
  return due.map(({ webhook_id }) => webhook_id)
}

/** Delivers the messages of a webhook in batches until none is due. Its URL and its secrets can change meanwhile. */
async function deliverAll(domain: Domain, webhookId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const target = await findTarget(domain, webhookId)
    const messages = target && (await leaseMessages(domain, webhookId))
    if (!target || !messages?.length) return
    await Promise.all(messages.map(message => deliverMessage(domain, target, message, signal)))
  }
}

async function findTarget({ db, secrets }: Domain, webhookId: string): Promise<Target | undefined> {
  const [target] = await db.query<Target>(
    `select webhook_id, url, secret, previous_secret, previous_secret_expires_at from webhooks
     where webhook_id = $1 and enabled`,
    [webhookId],
  )
  if (!target) return undefined
  const { secret, previous_secret } = target
  return {
    ...target,
    secret: secrets.open(secretPlace(webhookId, 'secret'), secret),
    previous_secret: previous_secret && secrets.open(secretPlace(webhookId, 'previous_secret'), previous_secret),
  }
}

async function deleteOldMessages({ db, settings }: Domain): Promise<void> {
  await db.query(`delete from webhook_messages where state <> 'PENDING' and created_at < $1`, [
    new Date(settings.now() - KEPT_MS),
  ])
}
