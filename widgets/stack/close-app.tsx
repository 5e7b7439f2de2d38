import { Icon } from '../kit/icon.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'

/** A button that closes the native app's screen, if the content asks for one and the app can do it. */
export const CloseApp = ({ content, rewards, messages }: ViewProps) =>
  content.close && rewards.shell?.offers('close') ? (
    <button
      type="button"
      part="close-app"
      aria-label={messages.cta_close}
      onClick={catchErrors(() => rewards.shell?.notify('close', {}))}
    >
      <Icon path={CHEVRON_DOWN} />
    </button>
  ) : null

/** Apps close a sheet downwards. */
const CHEVRON_DOWN = 'm5 9 7 7 7-7'
