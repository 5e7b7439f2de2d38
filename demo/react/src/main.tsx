import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RewardsProvider } from 'rewards-web-sdk/react'
import { App } from './app.js'

const { content: domain } = document.querySelector<HTMLMetaElement>('meta[name=program-domain]')!

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <RewardsProvider options={{ domain }}>
      <App />
    </RewardsProvider>
  </StrictMode>,
)
