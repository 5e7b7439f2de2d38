interface LiveRegionProps {
  children: string | undefined
  /** Heard, not seen: for what shows in another way. */
  hidden: boolean
}

/** Says what happened without taking the focus. It stands there empty beforehand: a region that arrives with its text stays silent. */
export const LiveRegion = ({ children, hidden }: LiveRegionProps) => (
  <div class={hidden ? 'unseen' : ''} part="status" role="status">
    {children}
  </div>
)
