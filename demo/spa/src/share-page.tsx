import type {} from 'rewards-web-sdk/types/react'

export const SharePage = () => (
  <>
    <div className="narrow">
      <h1>Good things, shared</h1>
      <p className="lead">Give a friend 20 dollars for their first plant. You get 20 for your next.</p>
    </div>
    <section className="together" aria-label="Give 20, get 20">
      <rewards-zone name="share_experience" />
    </section>
  </>
)
