/** A line icon on a grid of 24 × 24, in the color of the text. It is hidden from assistive technology: the text beside it says the same. */
export const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
