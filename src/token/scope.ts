/** `LOCAL_PROFILE`, `UPDATE_PROFILE`, `VERIFIED_CONSUMER` … (specification 2.1). The platform may send other names. */
export type Scope = string

/** Whether a token with these scopes stands for a person. Otherwise it stands for an anonymous device (specification 3.1). */
export const isIdentified = ({ scopes }: { scopes: Scope[] }) =>
  scopes.includes('UPDATE_PROFILE') || scopes.includes('VERIFIED_CONSUMER')
