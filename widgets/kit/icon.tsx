/** A drawing of strokes on a grid of 24, in the colour of the text beside it, which says the same in words. */
export const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
