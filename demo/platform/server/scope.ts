/** Scopes of the server API (specification 2.1 and 5.3). */
export const scopes = [
  'BACKEND',
  'CAMPAIGN_EDIT',
  'CLIENT_ADMIN',
  'CLIENT_REPORT_DOWNLOAD',
  'CLIENT_SUPERUSER',
  'LOCAL_PROFILE',
  'ONE_TIME',
  'PASSWORD_RESET',
  'UPDATE_PROFILE',
  'USER_SUPPORT',
  'VERIFIED_CONSUMER',
] as const

export type Scope = (typeof scopes)[number]

/** Scopes with full write access to a client's data. */
export const writers: Scope[] = ['BACKEND', 'CLIENT_ADMIN', 'CLIENT_SUPERUSER']

/** Scopes that can change campaigns and components. */
export const campaignWriters: Scope[] = [...writers, 'CAMPAIGN_EDIT']

/** Scopes that can read and download reports. */
export const reportReaders: Scope[] = [...writers, 'USER_SUPPORT', 'CLIENT_REPORT_DOWNLOAD']

/** Scopes with read access: those with write access, and support. */
export const readers: Scope[] = [...writers, 'USER_SUPPORT']
