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

/** Says that somebody else has saved a version since the form was opened. `href` is the page of that version. */
export const Conflict = ({ href, version }: { href: string; version: number }) => (
  <Failure>
    Not saved: somebody else saved{' '}
    <a href={href} target="_blank" rel="noopener">
      version {version}
    </a>{' '}
    in the meantime. To replace it, save again.
  </Failure>
)

/** Says that somebody else has changed the settings of a form since it was opened. The children are the stored settings. */
export const ChangedMeanwhile = ({ children }: { children?: Child }) => (
  <Failure>
    Not saved: somebody else changed the settings in the meantime. They are now: {children}. To replace them, save
    again.
  </Failure>
)
