import { profile } from './profile.js'
import { shareables } from './shareables.js'

export { profile, shareables }

/** Each resource's calls. */
export interface Resources {
  profile: ReturnType<typeof profile>
  shareables: ReturnType<typeof shareables>
}
