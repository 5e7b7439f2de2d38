interface LiveRegionProps {
  children: string
  /** Heard, not seen: for what already shows in another way. */
  hidden?: boolean
}

/** Says what happened without taking the focus. It stands there empty beforehand: a region that arrives with its text stays silent. */
export const LiveRegion = ({ children, hidden }: LiveRegionProps) => (
  <p class={hidden ? 'status unseen' : 'status'} part="status" role="status">
    {children}
  </p>
)
