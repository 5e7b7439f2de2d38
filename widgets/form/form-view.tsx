/// <reference types="vite/client" />
import { Component, createRef } from 'preact'
import { Button } from '../kit/button.js'
import { focusZone } from '../kit/focus-zone.js'
import { Headline } from '../kit/headline.js'
import { Icon } from '../kit/icon.js'
import { CHECK } from '../kit/icon-paths.js'
import { LiveRegion } from '../kit/live-region.js'
import { RewardsZone } from '../kit/rewards-zone.js'
import { catchErrors } from '../kit/view-errors.js'
import { readObject } from '../readers.js'
import type { ViewModule, ViewProps } from '../view.js'
import { withReports } from '../with-reports.js'
import { en as ownTexts } from './en.js'
import { controlName, FieldControl, loadChoice } from './field-control.js'
import styles from './form.css?inline'
import { type FormContent, type FormField, readForm } from './form-content.js'
import { keptInput } from './kept-input.js'
import { type FieldFault, faultIn, isBox, refusedField, submitForm } from './submit-form.js'

/** Some texts are those of other widgets, so all languages have them. */
const en = {
  ...ownTexts,
  cta_open: 'Learn more',
  email_send: 'Send',
  email_sending: 'Sending…',
}

/** Loads what the fields of a content need, so that they appear at once. */
export async function prepare(content: unknown): Promise<ViewModule> {
  const needsChoice = readForm(content).fields.some(field => field.options.length || isBox(field))
  return {
    default: FormView,
    styles: styles + (needsChoice ? await loadChoice() : ''),
    en,
    // The event can identify the person: what they have entered and the thanks stay.
    asksForAddress: true,
  }
}

type Faults = Map<FormField['name'], FieldFault>

interface FormState {
  step: 'open' | 'sending' | 'done'
  faults: Faults
  /** The key of the message about the last attempt. */
  message?: 'form_check' | 'form_failed' | undefined
}

/** Asks for what the content says, and tracks it as an event. Then it shows a message, a link or another zone. */
class FormView extends Component<ViewProps, FormState> {
  #input = keptInput(this.props, readForm(this.props.content).event)
  override state: FormState = { step: this.#input.sentBy ? 'done' : 'open', faults: new Map() }
  /** At once: the state follows after the task, in which there may be a second click. */
  #isSending = false
  readonly #form = createRef<HTMLFormElement>()

  override componentDidMount() {
    const { fields } = readForm(this.props.content)
    const given = this.props.content.fields as { options?: unknown[] }[]
    const isCut = ({ index, options }: FormField) => given[index]!.options?.[options.length]
    if (!fields.length || fields.length < given.length || fields.some(isCut))
      withReports(({ reportFields }) => reportFields(this.props, fields))
  }

  override render(props: ViewProps, { step, message }: FormState) {
    const { content, data, host, rewards, locale, messages } = props
    const form = readForm(content)
    if (!form.fields.length) return null
    // The person may have been identified: then the zone was loaded again for them.
    this.#input.consumer = rewards.consumer
    const { done } = form
    const isDone = step === 'done'
    const shown = isDone ? done : form
    return (
      <>
        <section part={`card form ${step}`}>
          {isDone && <Icon path={CHECK} />}
          <Headline
            content={isDone ? readObject(content.done) : content}
            locale={locale}
            messages={messages}
            fallback={isDone ? messages.form_done : ''}
          />
          {shown.text && (
            <p part="text" lang={locale}>
              {shown.text}
            </p>
          )}
          {isDone
            ? done.url && (
                <a part="button main" href={done.url} lang={done.url_text ? locale : messages.lang}>
                  {done.url_text || messages.cta_open}
                </a>
              )
            : this.#renderForm(form)}
          <LiveRegion hidden={isDone || !message}>
            {isDone ? (
              <>
                <span lang={done.headline ? locale : undefined}>{done.headline || messages.form_done}</span>{' '}
                <span lang={locale}>{done.text}</span>
              </>
            ) : (
              message && messages[message]
            )}
          </LiveRegion>
        </section>
        {isDone && done.zone && (
          <RewardsZone name={done.zone} data={data} theme={host.theme} messages={host.messages} rewards={rewards} />
        )}
      </>
    )
  }

  #renderForm({ fields, submit_text }: FormContent) {
    const { locale, messages } = this.props
    const { step, faults } = this.state
    const isSending = step === 'sending'
    return (
      <form ref={this.#form} noValidate onInput={catchErrors(this.#onInput)} onSubmit={catchErrors(this.#submit)}>
        <div part="fields">
          {fields.map(field => {
            const fault = faults.get(field.name)
            return (
              <FieldControl
                key={field.name}
                field={field}
                value={this.#input.values.get(field.name) ?? ''}
                fault={fault && messages[`form_${fault}`]}
                locale={locale}
                messages={messages}
              />
            )
          })}
        </div>
        {/* Not `disabled` while sending: a disabled button loses the focus. */}
        <Button type="submit" aria-disabled={isSending} lang={submit_text && !isSending ? locale : messages.lang}>
          {isSending ? messages.email_sending : submit_text || messages.email_send}
        </Button>
      </form>
    )
  }

  /** After an attempt, what is wrong is said while the person mends it. */
  #onInput = () => {
    const faults = this.#read()
    if (this.state.faults.size) this.setState({ faults })
  }

  /** Keeps what is entered. Returns what is wrong with it. */
  #read(): Faults {
    const form = readForm(this.props.content)
    // The form was sent in another element: this is another event.
    if (this.#input.sentBy) this.#input = keptInput(this.props, form.event)
    const given = new FormData(this.#form.current!)
    const faults: Faults = new Map()
    for (const field of form.fields) {
      const name = controlName(field)
      const value = String(given.get(name) ?? '')
      this.#input.values.set(field.name, value)
      // A date that is entered in part has no value.
      const isPart = this.#controlOf(field)?.validity.badInput
      const fault = isPart ? 'wrong_date' : faultIn(field, value)
      if (fault) faults.set(field.name, fault)
    }
    return faults
  }

  #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.#isSending) return
    const { rewards, zone, host, content, reportAction } = this.props
    const form = readForm(content)
    const faults = this.#read()
    const input = this.#input
    if (faults.size) return this.#reopen(faults)
    this.#isSending = true
    this.setState({ step: 'sending', faults, message: undefined })
    const onRefused = (error: unknown) => {
      input.sentBy = undefined
      const field = refusedField(form, error)
      this.#reopen(new Map(field && [[field.name, 'wrong_email']]))
    }
    try {
      const { receipt } = await submitForm(rewards, zone, form, input.values, input.id)
      input.sentBy = host
      focusZone(host)
      this.setState({ step: 'done' })
      reportAction({ action: 'submit', outcome: 'done' })
      // The platform may refuse an event that had to wait. Then the form is open again.
      receipt.then(() => input.values.clear(), onRefused)
    } catch (error) {
      onRefused(error)
      reportAction({ action: 'submit', outcome: 'failed' })
    }
    this.#isSending = false
  }

  /** Shows what is wrong. The message is emptied first: a screen reader announces a live region only when its text changes. */
  #reopen(faults: Faults) {
    // After the thanks, the person may be anywhere in the page.
    const isWaiting = this.state.step !== 'done'
    this.setState({ step: 'open', faults, message: undefined }, () => {
      this.setState({ message: faults.size ? 'form_check' : 'form_failed' })
      const first = readForm(this.props.content).fields.find(({ name }) => faults.has(name))
      if (first && isWaiting) this.#controlOf(first)?.focus()
    })
  }

  /** Of several radio buttons, the first. */
  #controlOf = (field: FormField) => this.#form.current?.querySelector<HTMLInputElement>(`[name=${controlName(field)}]`)
}
