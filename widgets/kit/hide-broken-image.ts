/** What becomes of a picture that does not come: it leaves no broken frame. */
export const hide = ({ currentTarget }: Event) => {
  ;(currentTarget as HTMLElement).hidden = true
}
