import Link from 'next/link'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { RewardsProvider } from 'rewards-web-sdk/react'
import './globals.css'

export const metadata = { title: 'Juniper Club', icons: [] }

/** A server component: it renders the provider, which creates the runtime in the browser. */
export default async function Layout({ children }: { children: ReactNode }) {
  // The environment is that of the running server, not that of the build.
  await connection()
  const domain = process.env.PROGRAM_DOMAIN ?? 'http://share.brand.localhost:4400'
  return (
    <html lang="en">
      <body>
        <RewardsProvider options={{ domain }}>
          <nav>
            <Link href="/">Share</Link> <Link href="/account">Account</Link>
          </nav>
          <main>{children}</main>
        </RewardsProvider>
      </body>
    </html>
  )
}
