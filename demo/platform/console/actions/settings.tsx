/** @jsxImportSource hono/jsx */
import {
  changeClientSettings,
  clientWithSettings,
  isTimeZone,
  saveIfUnchanged,
} from '../../identity/client-settings.js'
import { showConfirmation } from '../confirm.js'
import type { ConsoleContext } from '../console-context.js'
import { cookieConsents, identityKeys, showSettings } from '../pages/settings.js'

/** `POST /console/settings`: changes the settings of the client. Shows the form again if somebody else has changed them since it was opened. */
export async function saveSettings(c: ConsoleContext): Promise<Response> {
  const { identity_key = '', cookie_consent = '', time_zone = '', tag = '' } = c.var.fields
  const key = identityKeys.find(({ value }) => value === identity_key)
  const consent = cookieConsents.find(({ value }) => (value ?? '') === cookie_consent)
  const zone = time_zone.trim()
  if (!key || !consent) return showSettings(c, { tag, error: 'Choose an identity key and a cookie consent.' })
  const values = { identity_key: key.value, cookie_consent: consent.value, time_zone: zone }
  if (!isTimeZone(zone))
    return showSettings(c, {
      ...{ values, tag },
      error: 'Enter the IANA name of a time zone, such as America/New_York.',
    })
  if (!(await saveIfUnchanged(c.env, tag, values))) return showSettings(c, { values })
  return c.redirect('/console/settings?done=saved', 303)
}

/** `GET /console/settings/payment`: asks before the payment state of the account changes. */
export async function confirmPayment(c: ConsoleContext): Promise<Response> {
  const { is_paid, account } = await clientWithSettings(c.env)
  return showConfirmation(c, {
    title: is_paid ? `Mark the account ${account} as unpaid?` : `Mark the account ${account} as paid?`,
    children: is_paid ? (
      <p>
        Every call with a token of the account gets 402 payment_required from now on, in production and in the sandbox.
        New visitors get no token, and share links lead to the shop. The console still works.
      </p>
    ) : (
      <p>Tokens, share links and zones of the account work again, in production and in the sandbox.</p>
    ),
    action: is_paid ? 'Mark as unpaid' : 'Mark as paid',
    back: '/console/settings',
    fields: { is_paid: String(!is_paid) },
  })
}

/** `POST /console/settings/payment` */
export async function changePayment(c: ConsoleContext): Promise<Response> {
  const is_paid = c.var.fields.is_paid === 'true'
  await changeClientSettings(c.env, { is_paid })
  return c.redirect(`/console/settings?done=${is_paid ? 'paid' : 'unpaid'}`, 303)
}
