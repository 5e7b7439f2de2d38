/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** Tells what an action did. */
export const Success = ({ children }: { children?: Child }) => (
  <p class="success" role="status">
    {children}
  </p>
)

/** Tells what is wrong with a form. */
export const Failure = ({ id, children }: { id?: string; children?: Child }) => (
  <p class="error" role="alert" id={id}>
    {children}
  </p>
)

/** Tells that a list is empty, and how to fill it. */
export const Empty = ({ children }: { children?: Child }) => <p class="empty">{children}</p>
