import { useState } from 'react'
import { RewardsZone } from 'rewards-web-sdk/react'

/** Shows the share widget, and thanks the visitor for sharing. */
export function SharePage() {
  const [isShared, setShared] = useState(false)
  return (
    <>
      <div className="narrow">
        <h1>Good things, shared</h1>
        <p className="lead" role="status">
          {isShared
            ? 'Thank you for sharing.'
            : 'Give a friend 20 dollars for their first plant. You get 20 for your next.'}
        </p>
      </div>
      <section className="together" aria-label="Give 20, get 20">
        <RewardsZone name="share_experience" onAction={() => setShared(true)} />
      </section>
    </>
  )
}
