/** @jsxImportSource react */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { RewardsProvider, RewardsZone, useResource, useZone } from 'rewards-web-sdk/react'
import { createValue, KINDS, type Kind, load } from './values.js'

function App({ domain }: { domain: string }) {
  const [version, setVersion] = useState(1)
  return (
    <RewardsProvider options={{ domain }}>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Next
      </button>
      {KINDS.map(kind => (
        <Uses key={kind} kind={kind} version={version} />
      ))}
    </RewardsProvider>
  )
}

function Uses({ kind, version }: { kind: Kind; version: number }) {
  const [values] = useState(() => [1, 2].map(version => createValue(kind, version)))
  const { value: zone, error } = useZone('terms', { data: { value: createValue(kind, version) } })
  const { value: count } = useResource(() => load(kind), [values[version - 1]])
  return (
    <section>
      <p>
        {kind}: zone {zone ? 'shown' : error?.code}, loaded {count}
      </p>
      <RewardsZone name="terms" data={{ value: createValue(kind, version) }} />
    </section>
  )
}

export const start = (container: Element, domain: string) => createRoot(container).render(<App domain={domain} />)
