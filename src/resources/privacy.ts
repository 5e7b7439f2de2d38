import type { WaitOptions } from '../http/wait.js'
import type { Receipt } from '../outbox/settled.js'
import type { Connection } from './connection.js'
import type { DataExport, DeletionOptions, PersonalData, PublicCalls } from './personal-data.js'

export interface PrivacyConnection extends Connection {
  /** The runtime: both calls consist of its public calls. */
  rewards(): PublicCalls
  load(name: 'personal'): Promise<PersonalData>
}

/**
 * What a consumer may ask of the brand about their data. Both calls need a verified consumer, and throw `scopes_denied` below that: everybody may enter
 * somebody else's email address. Their code loads with the first of them.
 */
export const privacy = (connection: PrivacyConnection) => ({
  /**
   * Reads all that the program knows about the consumer, for a file that they can keep. What the platform refuses is null, and named in `missing`.
   * Throws `scopes_denied`, `logged_out`, `network_error`, `invalid_response` or a platform code.
   */
  export: async (wait?: WaitOptions): Promise<DataExport> =>
    (await connection.load('personal')).exportData(connection, wait),

  /**
   * Asks the brand to delete the consumer's data: tracks the event `deletion_requested`, or `event`, which the console of the platform lists as a task.
   * Deletes nothing itself. Calls of the same person on this page, and on the same day, are one event. Resolves when the platform has recorded the event,
   * however long that takes. Throws `invalid_argument`, `scopes_denied`,
   * `logged_out`, or what tracking an event throws.
   */
  requestDeletion: async (options?: DeletionOptions): Promise<Receipt> =>
    (await connection.load('personal')).requestDeletion(connection, options),
})
