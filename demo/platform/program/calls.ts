import type { ConsumerCall } from './consumer-call.js'
import { submitEvent, submitEventByUrl, submitWebEvent } from './events.js'
import { showProfile, updateProfile } from './me/profile.js'
import { listReferralsFromMe, listReferralsToMe } from './me/referrals.js'
import { showRewardStatus } from './me/reward-status.js'
import { sendVerificationEmail, showVerificationStatus } from './me/verification.js'
import {
  listShareables,
  newShareable,
  sameShareable,
  showShareable,
  updatedShareable,
} from './shareables/shareables.js'
import { createToken, deleteToken, showToken } from './token.js'
import { renderNamedWebZone, renderNamedZone, renderWebZone, renderZone } from './zones/zones.js'

type Row = [
  method: ConsumerCall['method'],
  path: string,
  style: ConsumerCall['style'],
  least: ConsumerCall['least'],
  answer: ConsumerCall['answer'],
]

// biome-ignore format: a table is read by its columns
const table: Row[] = [
  ['POST', '/zones',                                 'web', 'anonymous',  renderWebZone],
  ['POST', '/zones/:zone_name',                      'web', 'anonymous',  renderNamedWebZone],
  ['POST', '/v6/zones',                              'api', 'anonymous',  renderZone],
  ['POST', '/v6/zones/:event_name',                  'api', 'anonymous',  renderNamedZone],
  ['POST', '/events',                                'web', 'anonymous',  submitWebEvent],
  ['GET',  '/events/:event_name',                    'web', 'anonymous',  submitEventByUrl],
  ['POST', '/v6/events',                             'api', 'anonymous',  submitEvent],
  ['POST',   '/v5/token',                            'api', 'nobody',     createToken],
  ['GET',    '/v5/token',                            'api', 'anonymous',  showToken],
  ['DELETE', '/v5/token',                            'api', 'anonymous',  deleteToken],
  ['GET',  '/v4/me',                                 'api', 'anonymous',  showProfile],
  ['POST', '/v4/me',                                 'api', 'verified',   updateProfile],
  ['POST', '/v4/me/send-verification-email',         'api', 'identified', sendVerificationEmail],
  ['GET',  '/v4/me/send-verification-email/status/:polling_id', 'api', 'identified', showVerificationStatus],
  ['GET',  '/v4/me/referrals-from-me',               'api', 'verified',   listReferralsFromMe],
  ['GET',  '/v4/me/referrals-to-me',                 'api', 'verified',   listReferralsToMe],
  ['GET',  '/v4/me/rewards/status',                  'api', 'verified',   showRewardStatus],
  ['POST', '/v6/me/shareables/get-or-create',        'api', 'identified', sameShareable],
  ['POST', '/v6/me/shareables/get-create-or-update', 'api', 'identified', updatedShareable],
  ['GET',  '/v6/me/shareables',                      'api', 'identified', listShareables],
  ['POST', '/v6/me/shareables',                      'api', 'identified', newShareable],
  ['GET',  '/v6/me/shareables/:code',                'api', 'identified', showShareable],
]

/** Every call of the consumer API, with the least level each one needs (specification 3.1 and 5.3; contract 1). */
export const calls: ConsumerCall[] = table.map(([method, path, style, least, answer]) => ({
  method,
  path,
  style,
  least,
  answer,
}))
