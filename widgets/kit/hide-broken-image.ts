/** Hides an image that does not load, so that no broken-image icon is visible. For `onError`. */
export const hideBrokenImage = ({ currentTarget }: Event) => {
  ;(currentTarget as HTMLElement).hidden = true
}
