import { useActionState } from 'react'
import { RewardsError } from 'rewards-web-sdk'
import { rewards } from './rewards.js'

/** Identifies the visitor by email, without verification. Private fields stay hidden. */
export function IdentifyForm() {
  const [message, submit, pending] = useActionState(identify, '')
  return (
    <form className="form" action={submit}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" autoComplete="email" placeholder="you@example.com" required />
      <button className="button" type="submit" disabled={pending}>
        Identify me
      </button>
      <p className="hint" role="status">
        {message}
      </p>
    </form>
  )
}

async function identify(_: string, form: FormData) {
  try {
    await rewards.identify({ email: String(form.get('email')) })
    return 'You’re identified. Private data stays hidden until you verify your identity.'
  } catch (error) {
    if (error instanceof RewardsError) return error.message
    throw error
  }
}
