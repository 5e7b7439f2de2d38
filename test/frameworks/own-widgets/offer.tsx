/** @jsxImportSource react */
import { type FormEvent, useState } from 'react'
import { useOffer, useZone } from '../../../frameworks/react/index.js'
import type { OfferZone } from '../../../src/index.js'

const REASONS = {
  expired: 'This offer has expired.',
  ineligible: 'This offer is for new customers only.',
  self_referral: 'This is your own link.',
  used: 'You have already used this offer.',
}

export function Offer() {
  const zone = useZone<OfferZone>('welcome_offer')
  const offer = useOffer(zone.value)
  const [hasFailed, setHasFailed] = useState(false)
  const { state, expires_at } = offer

  async function reveal(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    await offer.reveal(email).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    )
  }

  if (!zone.value?.data) return null
  return (
    <section>
      <h2>{offer.headline}</h2>
      {offer.advocate.first_name && <p>From {offer.advocate.first_name}</p>}
      {state !== 'available' && <p>{REASONS[state]}</p>}
      {state === 'available' && <p>{offer.reward_text}</p>}
      {state === 'available' && offer.needsEmail && (
        <form onSubmit={reveal}>
          <input name="email" type="email" aria-label="Email" required />
          <button>Show my code</button>
          {hasFailed && <p role="alert">Something went wrong. Try again.</p>}
        </form>
      )}
      {state === 'available' && offer.coupon_code && (
        <p>
          <code>{offer.coupon_code}</code> <button onClick={offer.copy}>{offer.isCopied ? 'Copied' : 'Copy'}</button>
        </p>
      )}
      {state === 'available' && offer.continue_url && (
        <a href={offer.continue_url} onClick={offer.follow}>
          Start shopping
        </a>
      )}
      {expires_at && <p>Valid until {expires_at.toLocaleDateString('en', { dateStyle: 'long' })}</p>}
    </section>
  )
}
