import { useConsumer, useResource, useRewards } from 'rewards-web-sdk/react'
import { IdentifyForm } from './identify-form.js'

/** Shows the profile of the visitor. Private fields are empty unless the visitor is verified. */
export function ProfilePage() {
  const rewards = useRewards()
  const { level } = useConsumer()
  const { value: profile, error, isLoading } = useResource(({ profile }) => profile.get())
  return (
    <div className="narrow">
      <h1>Profile</h1>
      <p className="lead">This is what the rewards program shows this page about you.</p>
      {error && <p role="alert">{error.message}</p>}
      <dl className="facts" aria-busy={isLoading}>
        <Fact label="Level" value={level} />
        <Fact label="ID" value={profile?.id} />
        <Fact label="First name" value={profile?.first_name} />
        <Fact label="Email" value={profile?.email} />
      </dl>
      {level === 'anonymous' ? (
        <IdentifyForm />
      ) : (
        <button className="button" type="button" onClick={() => rewards.logout()}>
          Log out
        </button>
      )}
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string | null | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)
