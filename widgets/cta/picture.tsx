import { guarded } from '../kit/view-errors.js'
import { hide } from '../kit/hide-broken-image.js'

/** Adds nothing to the words beside it. */
export const Picture = ({ url }: { url: string | undefined }) =>
  url ? <img part="image" src={url} alt="" onError={guarded(hide)} /> : null
