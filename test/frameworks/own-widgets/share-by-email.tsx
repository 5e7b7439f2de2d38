/** @jsxImportSource react */
import { type FormEvent, useState } from 'react'
import { useShare, useZone } from '../../../frameworks/react/index.js'
import type { ShareZone } from '../../../src/index.js'
import { parseRecipients } from '../../../widgets/headless/index.js'

export function ShareByEmail() {
  const share = useShare(useZone<ShareZone>('share_experience').value)
  const [status, setStatus] = useState('')

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('friends'))
    const { addresses, invalid } = parseRecipients(text)
    if (!addresses.length || invalid) return setStatus(`Check the address ${invalid ?? ''}`)
    await share.email(text).then(
      () => {
        form.reset()
        setStatus(`Sent to ${addresses.length}`)
      },
      error => setStatus(error.code === 'scopes_denied' ? 'Sign in to send an email.' : 'Try again.'),
    )
  }

  if (!share.shareable) return <p>Loading …</p>
  return (
    <form onSubmit={send}>
      <label>
        Friends’ email addresses
        <textarea name="friends" required />
      </label>
      <label>
        Message
        <textarea value={share.message} onChange={event => share.setMessage(event.target.value)} />
      </label>
      <button>Send</button>
      <p role="status">{status}</p>
    </form>
  )
}
