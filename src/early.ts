import { attempt } from './base/attempt.js'
import { sendEarly } from './kernel/send-early.js'

// The entry of a small script beside the script tag: the first zone is requested while the runtime is being loaded. Without it, nothing is lost
// but time, so its errors do not disturb the page: the runtime reports them.
attempt(sendEarly)
