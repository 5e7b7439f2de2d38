/** Adds nothing to the words beside it. One that does not come leaves no broken frame. */
export const Picture = ({ url }: { url: string | undefined }) =>
  url ? <img part="image" src={url} alt="" onError={hide} /> : null

const hide = (event: Event) => {
  ;(event.currentTarget as HTMLElement).hidden = true
}
