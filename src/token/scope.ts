/** `LOCAL_PROFILE`, `UPDATE_PROFILE`, `VERIFIED_CONSUMER` … (specification 2.1); names not known here pass through. */
export type Scope = string

/** Whether a token with these scopes stands for a person, and not for a device alone (specification 3.1). */
export const isIdentified = ({ scopes }: { scopes: Scope[] }) =>
  scopes.includes('UPDATE_PROFILE') || scopes.includes('VERIFIED_CONSUMER')
