import { email } from './email.js'
import { profile } from './profile.js'
import { shareables } from './shareables.js'

export { email, profile, shareables }

/** Each resource's calls. */
export interface Resources {
  email: ReturnType<typeof email>
  profile: ReturnType<typeof profile>
  shareables: ReturnType<typeof shareables>
}
