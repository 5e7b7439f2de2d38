/** @jsxImportSource react */
import { useState } from 'react'
import { useShare, useZone } from '../../../frameworks/react/index.js'
import type { ShareZone } from '../../../src/index.js'
import { type QrCode, qrCode } from '../../../widgets/headless/index.js'

const LABELS: Record<string, string> = { email: 'Email', sms: 'Text', whatsapp: 'WhatsApp', facebook: 'Facebook' }

export function Share() {
  const zone = useZone<ShareZone>('share_experience')
  const share = useShare(zone.value)
  const [code, setCode] = useState<QrCode | null>()
  const { shareable, result } = share

  async function showCode() {
    const link = share.link('qr')!
    setCode(await qrCode(link.href))
    share.follow(link)
  }

  if (Object(share.error).code === 'scopes_denied') return <p>Sign in to get your link.</p>
  if (share.error) return <button onClick={share.reload}>Load my link again</button>
  if (!shareable) return <p>Loading …</p>
  return (
    <section>
      <h2>{share.headline}</h2>
      <label>
        Message
        <textarea value={share.message} onChange={event => share.setMessage(event.target.value)} />
      </label>
      <input aria-label="Your link" readOnly value={shareable.link} />
      <button onClick={() => share.share('copy')}>Copy</button>
      {share.channels.includes('native') && <button onClick={() => share.share('native')}>Share</button>}
      {share.channels
        .filter(channel => LABELS[channel])
        .map(channel => {
          const link = share.link(channel)!
          return (
            <a key={channel} href={link.href} target="_blank" rel="noreferrer" onClick={() => share.follow(link)}>
              {LABELS[channel]}
            </a>
          )
        })}
      <button onClick={showCode}>QR code</button>
      {code && <img alt="QR code" src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`} />}
      <p role="status">
        {result?.channel === 'copy' && (result.outcome === 'failed' ? 'Select the link to copy it.' : 'Copied')}
      </p>
    </section>
  )
}
