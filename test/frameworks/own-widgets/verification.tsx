/** @jsxImportSource react */
import type { FormEvent } from 'react'
import { useVerification } from '../../../frameworks/react/index.js'

export function Verification() {
  const { step, send, changeAddress } = useVerification()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    send(String(new FormData(event.currentTarget).get('email')))
  }

  if (step === 'unknown') return <p>Loading …</p>
  if (step === 'verified') return <p role="status">Your email address is confirmed.</p>
  if (step === 'address')
    return (
      <form onSubmit={submit}>
        <label>
          Email <input name="email" type="email" autoComplete="email" required />
        </label>
        <button>Email me a link</button>
      </form>
    )
  return (
    <section>
      <p role="status">
        {step === 'sent' && 'We sent you an email. Follow its link, then come back: this page updates automatically.'}
        {step === 'failed' && 'Something went wrong. Try again.'}
      </p>
      <button aria-disabled={step === 'sending'} onClick={() => send()}>
        {step === 'sent' ? 'Send again' : 'Email me a link'}
      </button>
      <button onClick={changeAddress}>Use a different email</button>
    </section>
  )
}
