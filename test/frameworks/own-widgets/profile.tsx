/** @jsxImportSource react */
import { type FormEvent, useState } from 'react'
import { useResource, useRewards } from '../../../frameworks/react/index.js'

const FIELDS = { first_name: 'First name', last_name: 'Last name', email: 'Email' } as const

export function Profile() {
  const rewards = useRewards()
  const profile = useResource(rewards => rewards.profile.get(), { level: 'verified' })
  const [message, setMessage] = useState('')

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const changes = Object.fromEntries(new FormData(event.currentTarget)) as Record<keyof typeof FIELDS, string>
    await rewards.profile.update(changes).then(
      () => setMessage('Saved'),
      error => setMessage(error.code === 'invalid_person_email' ? 'Enter a valid email.' : 'Try again.'),
    )
  }

  if (profile.isLoading) return <p>Loading …</p>
  if (!profile.value) return <p>Confirm your email address to see your profile.</p>
  return (
    <form onSubmit={save}>
      {(Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map(name => (
        <label key={name}>
          {FIELDS[name]} <input name={name} defaultValue={profile.value?.[name] ?? ''} />
        </label>
      ))}
      <button>Save</button>
      <p role="status">{message}</p>
      <button type="button" onClick={() => rewards.storage.erase()}>
        Delete the data in this browser
      </button>
    </form>
  )
}
