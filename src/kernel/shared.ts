import { attempt } from '../base/attempt.js'
import { eraseEvents } from '../base/erase-events.js'
import { isFromMarkup } from '../base/from-markup.js'
import { inTime } from '../base/in-time.js'
import { isNear } from '../base/is-near.js'
import { readRecord, removeRecord, storedKeys, writeRecord } from '../base/local-storage.js'
import { race } from '../base/race.js'
import { randomId } from '../base/random-id.js'
import { isPageHidden, safeDocument } from '../base/safe-document.js'
import { textOf } from '../base/text-of.js'
import {
  aborted,
  asPageError,
  asRewardsError,
  describeGiven,
  invalid,
  invalidType,
  isAborted,
  isRewardsError,
  loggedOut,
  RewardsError,
  readArguments,
  requireText,
} from '../error/error.js'
import { isDeadToken, isOverloaded, throwRetryable } from '../http/retry.js'
import { readWait } from '../http/wait.js'
import { laterOf } from '../outbox/expiry.js'
import { createJournal } from '../outbox/journal.js'
import { bytesFor, bytesIn, bytesOf, expired, storageFull } from '../outbox/limits.js'
import { isSettledBy } from '../outbox/settled.js'
import { endTracked } from '../outbox/tracked-events.js'
import { isEvent, keysOf, originalKey, trackedAt } from '../outbox/waiting-event.js'
import { askAbout } from '../session/ask-about.js'
import { clearPendingErasures, isErasurePending, pendingErasures } from '../session/pending-erasure.js'
import { readOptions } from '../settings/options.js'
import { claimsIdentity, levelOf } from '../token/consumer.js'
import { identityIn, NOBODY } from '../token/login.js'
import { isIdentified } from '../token/scope.js'
import { connect } from './connect.js'
import { loadPart } from './load-part.js'

/**
 * What `rewards.js` hands to the modules that load later. A module imports these names as usual, and the build makes each import a read of this list
 * (`build/shared-code.ts`).
 */
export const shared: readonly unknown[] = [
  attempt,
  eraseEvents,
  isFromMarkup,
  inTime,
  isNear,
  readRecord,
  removeRecord,
  storedKeys,
  writeRecord,
  race,
  randomId,
  isPageHidden,
  safeDocument,
  textOf,
  aborted,
  asPageError,
  asRewardsError,
  describeGiven,
  invalid,
  invalidType,
  isAborted,
  isRewardsError,
  loggedOut,
  RewardsError,
  readArguments,
  requireText,
  isDeadToken,
  isOverloaded,
  throwRetryable,
  readWait,
  laterOf,
  createJournal,
  bytesFor,
  bytesIn,
  bytesOf,
  expired,
  storageFull,
  isSettledBy,
  endTracked,
  isEvent,
  keysOf,
  originalKey,
  trackedAt,
  askAbout,
  clearPendingErasures,
  isErasurePending,
  pendingErasures,
  claimsIdentity,
  levelOf,
  identityIn,
  NOBODY,
  isIdentified,
  readOptions,
  connect,
  loadPart,
]
