import { guarded } from '../kit/view-errors.js'
import { Icon } from '../kit/icon.js'
import type { ViewProps } from '../view.js'

/** A button that closes the screen of the native app which the widget fills, where the content asks for one and the app can do it. */
export const CloseApp = ({ content, rewards, messages }: ViewProps) =>
  content.close && rewards.shell?.offers('close') ? (
    <button
      type="button"
      part="close-app"
      aria-label={messages.cta_close}
      onClick={guarded(() => rewards.shell?.notify('close', {}))}
    >
      <Icon path={DOWN} />
    </button>
  ) : null

/** The way a sheet of an app goes. */
const DOWN = 'm5 9 7 7 7-7'
