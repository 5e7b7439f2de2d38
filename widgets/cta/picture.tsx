import { hideBrokenImage } from '../kit/hide-broken-image.js'
import { catchErrors } from '../kit/view-errors.js'

/** A decorative picture: the text beside it says everything. */
export const Picture = ({ url }: { url: string | undefined }) =>
  url ? <img key={url} part="image" src={url} alt="" onError={catchErrors(hideBrokenImage)} /> : null
