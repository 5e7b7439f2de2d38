import type { MouseEvent, ReactNode } from 'react'
import { navigate, useRoute } from './route.js'

interface LinkProps {
  to: string
  children: ReactNode
}

/** A link to a page of the app. It is a real link, so that it can be opened in a new tab. */
export function Link({ to, children }: LinkProps) {
  const current = useRoute() === to
  return (
    <a href={`/app${to}`} aria-current={current ? 'page' : undefined} onClick={event => onClick(event, to)}>
      {children}
    </a>
  )
}

function onClick(event: MouseEvent, to: string) {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(to)
}
