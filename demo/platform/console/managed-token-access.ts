import type { Scope } from '../server/scope.js'

/** What a managed token from the console may do. */
export const accesses: Record<string, { label: string; scopes: Scope[] }> = {
  full: { label: 'Read and change everything', scopes: ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT'] },
  campaigns: { label: 'Read and change campaigns', scopes: ['CAMPAIGN_EDIT'] },
  read: { label: 'Read only', scopes: ['USER_SUPPORT'] },
}
