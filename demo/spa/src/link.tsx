import type { MouseEvent, ReactNode } from 'react'
import { go, useRoute } from './route.js'

interface LinkProps {
  to: string
  children: ReactNode
}

/** A real link, so that it opens in a new tab where somebody wants that. */
export function Link({ to, children }: LinkProps) {
  const current = useRoute() === to
  return (
    <a href={`/app${to}`} aria-current={current ? 'page' : undefined} onClick={event => follow(event, to)}>
      {children}
    </a>
  )
}

function follow(event: MouseEvent, to: string) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go(to)
}
