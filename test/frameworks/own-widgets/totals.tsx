/** @jsxImportSource react */
import { useZone } from '../../../frameworks/react/index.js'
import type { StatsZone } from '../../../src/index.js'
import { formatReward, readTotals } from '../../../widgets/headless/index.js'

const LABELS = { shares: 'Shares', clicks: 'Visits from your link', conversions: 'Friends who made a purchase' }

export function Totals() {
  const zone = useZone<StatsZone>('my_results')
  const { earned, ...counts } = readTotals(zone.value?.data)
  return (
    <dl>
      {earned && (
        <>
          <dt>Earned</dt>
          <dd>{formatReward(earned, 'en')}</dd>
        </>
      )}
      {(['shares', 'clicks', 'conversions'] as const).map(name => (
        <div key={name}>
          <dt>{LABELS[name]}</dt>
          <dd>{(counts[name] ?? 0).toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
