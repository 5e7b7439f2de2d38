import { type FormEvent, useState } from 'react'
import { useRewards } from 'rewards-web-sdk/react'

/** Identifies the visitor by email, without verification. Private fields stay hidden. */
export function IdentifyForm() {
  const rewards = useRewards()
  const [message, setMessage] = useState('Private data stays hidden until you verify your identity.')

  function identify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    rewards.identify({ email }).catch(error => setMessage(error.message))
  }

  return (
    <form className="form" onSubmit={identify}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" autoComplete="email" placeholder="you@example.com" required />
      <button className="button" type="submit">
        Identify me
      </button>
      <p className="hint" role="status">
        {message}
      </p>
    </form>
  )
}
