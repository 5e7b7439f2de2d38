/** @jsxImportSource hono/jsx */
import { type ClientSettings, clientWithSettings, settingsTag } from '../../identity/client-settings.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { ChangedMeanwhile, Failure, Success } from '../message.js'
import type { Session } from '../session.js'

interface Choice<T> {
  value: T
  label: string
  hint: string
}

export const cookieConsents: Choice<ClientSettings['cookie_consent']>[] = [
  { value: null, label: 'The program does not ask', hint: 'the platform sets its cookie for everybody' },
  { value: 'unset', label: 'Not decided', hint: 'no cookie until the consumer agrees' },
  { value: 'granted', label: 'Granted', hint: 'the platform sets its cookie until the consumer refuses' },
  { value: 'denied', label: 'Denied', hint: 'no cookie until the consumer agrees' },
]

export const identityKeys: Choice<ClientSettings['identity_key']>[] = [
  { value: 'email', label: 'Email address', hint: 'pages can create a token with an email' },
  {
    value: 'partner_user_id',
    label: 'Customer number',
    hint: 'partner_user_id; a token with an email is refused with email_not_applicable',
  },
]

type FormValues = Pick<ClientSettings, 'cookie_consent' | 'identity_key' | 'time_zone'>

interface SettingsForm {
  /** What was entered. Default: what is set. */
  values?: FormValues
  /** Stands for the settings when the form was opened. Default: those that are set. */
  tag?: string
  /** What is wrong with the values. Undefined: somebody else has changed the settings since the form was opened. */
  error?: string
}

const messages: Record<string, string> = {
  saved: 'The settings are saved. They count from the next request on.',
  paid: 'The account is paid. Its tokens work again.',
  unpaid: 'The account is unpaid. Calls with its tokens get 402.',
}

/** `GET /console/settings`: the settings of the client, and what they change. */
export async function showSettings(c: ConsoleContext, form?: SettingsForm): Promise<Response> {
  const client = await clientWithSettings(c.env)
  const message = messages[c.req.query('done') ?? '']
  return showPage(
    c,
    {
      title: 'Client settings',
      lead: (
        <>
          Settings of {client.name}, whose client ID is <code>{client.client_id}</code>. The management API has the same
          ones at <code>/v2/client</code>.
        </>
      ),
      children: (
        <>
          {message && !form && <Success>{message}</Success>}
          {form && form.error === undefined && <ChangedMeanwhile>{wordsFor(client)}</ChangedMeanwhile>}
          <Settings
            session={c.var.session}
            {...(form?.values ?? client)}
            tag={form?.tag ?? settingsTag(client)}
            error={form?.error}
          />
          <Payment account={client.account} isPaid={client.is_paid} />
        </>
      ),
    },
    form ? (form.error === undefined ? 409 : 422) : 200,
  )
}

const wordsFor = ({ cookie_consent, identity_key, time_zone }: FormValues): string =>
  [labelIn(cookieConsents, cookie_consent), labelIn(identityKeys, identity_key), time_zone].join(', ')

const labelIn = <T,>(choices: Choice<T>[], value: T) => choices.find(choice => choice.value === value)!.label

interface SettingsProps extends FormValues {
  session: Session
  tag: string
  error: string | undefined
}

const Settings = ({ session, tag, error, ...values }: SettingsProps) => (
  <form method="post" action="/console/settings" class="sheet" novalidate>
    <Csrf session={session} />
    <input type="hidden" name="tag" value={tag} />
    {error && <Failure id="error">{error}</Failure>}
    <fieldset>
      <legend>Cookie consent of consumers who have not decided</legend>
      <Choices name="cookie_consent" choices={cookieConsents} value={values.cookie_consent} />
    </fieldset>
    <fieldset>
      <legend>Identity key</legend>
      <Choices name="identity_key" choices={identityKeys} value={values.identity_key} />
      <p class="hint">
        The key that identifies a person: <code>identity_key_value</code> in the server API and in files of persons is
        its value. People keep their other key.
      </p>
    </fieldset>
    <label for="time_zone">
      Time zone{' '}
      <span class="hint">
        (of times without an offset, of dates in the v2 steps of a person, and of new schedules of reports)
      </span>
    </label>
    <input
      id="time_zone"
      name="time_zone"
      value={values.time_zone}
      maxlength={100}
      autocomplete="off"
      placeholder="America/New_York"
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Save</button>
  </form>
)

const Choices = ({
  name,
  choices,
  value,
}: {
  name: string
  choices: Choice<string | null>[]
  value: string | null
}) => (
  <>
    {choices.map(choice => (
      <label class="choice">
        <input type="radio" name={name} value={choice.value ?? ''} checked={choice.value === value} />
        <span>
          {choice.label} <span class="hint">({choice.hint})</span>
        </span>
      </label>
    ))}
  </>
)

const Payment = ({ account, isPaid }: { account: string; isPaid: boolean }) => (
  <section class="sheet" aria-labelledby="payment">
    <h2 id="payment">Payment</h2>
    <p>
      The account <code>{account}</code> is {isPaid ? 'paid' : 'unpaid'}.{' '}
      {isPaid
        ? 'If it is unpaid, calls with its tokens get 402 payment_required.'
        : 'Calls with its tokens get 402 payment_required.'}
    </p>
    <p>
      <a href="/console/settings/payment">{isPaid ? 'Mark the account as unpaid' : 'Mark the account as paid'}</a>
    </p>
  </section>
)
