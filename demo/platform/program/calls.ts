import type { ConsumerCall } from './consumer-call.js'
import { submitEvent, submitEventByUrl, submitWebEvent } from './events.js'
import { createAsset, deleteAsset, downloadAsset, listAssets, showAsset } from './me/assets.js'
import { listAudienceMemberships } from './me/audience-memberships.js'
import { listJourneys } from './me/journeys.js'
import { setParameter, showParameters, updateParameters } from './me/parameters.js'
import { showProfile, updateProfile } from './me/profile.js'
import { listReferralsFromMe, listReferralsToMe } from './me/referrals.js'
import { showRewardStatus } from './me/reward-status.js'
import { listShares, showShare } from './me/shares.js'
import { listSteps } from './me/steps.js'
import { sendVerificationEmail, showVerificationStatus } from './me/verification.js'
import { downloadPersonAsset, listPersonAssets, showPersonAsset } from './person-assets.js'
import { shareByEmail, shareByEmails } from './shareables/email-share.js'
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
  docs?: ConsumerCall['docs'],
]

// biome-ignore format: a table is read by its columns
const table: Record<string, Row[]> = {
  'Zone Rendering': [
    ['POST', '/zones',                                 'web', 'anonymous',  renderWebZone],
    ['POST', '/zones/:zone_name',                      'web', 'anonymous',  renderNamedWebZone],
    ['POST', '/v6/zones',                              'api', 'anonymous',  renderZone],
    ['POST', '/v6/zones/:event_name',                  'api', 'anonymous',  renderNamedZone],
  ],
  Events: [
    ['POST', '/events',                                'web', 'anonymous',  submitWebEvent],
    ['GET',  '/events/:event_name',                    'web', 'anonymous',  submitEventByUrl],
    ['POST', '/v6/events',                             'api', 'anonymous',  submitEvent],
  ],
  Authentication: [
    ['POST',   '/v5/token',                            'api', 'nobody',     createToken],
    ['GET',    '/v5/token',                            'api', 'anonymous',  showToken],
    ['DELETE', '/v5/token',                            'api', 'anonymous',  deleteToken],
    ['POST', '/v4/me/send-verification-email',         'api', 'identified', sendVerificationEmail],
    ['GET',  '/v4/me/send-verification-email/status/:polling_id', 'api', 'identified', showVerificationStatus],
  ],
  Profile: [
    ['GET',  '/v4/me',                                 'api', 'anonymous',  showProfile],
    ['POST', '/v4/me',                                 'api', 'verified',   updateProfile],
  ],
  Parameters: [
    ['GET',  '/v4/me/parameters',                      'api', 'verified',   showParameters],
    ['POST', '/v4/me/parameters',                      'api', 'verified',   updateParameters],
    ['PUT',  '/v4/me/parameters/:name',                'api', 'verified',   setParameter],
  ],
  Assets: [
    ['GET',  '/v4/me/assets',                          'api', 'identified', listAssets],
    ['POST', '/v4/me/assets',                          'api', 'identified', createAsset],
    ['GET',  '/v4/me/assets/download',                 'api', 'identified', downloadAsset],
    ['GET',  '/v4/me/assets/:id',                      'api', 'identified', showAsset],
    ['DELETE', '/v4/me/assets/:id',                    'api', 'identified', deleteAsset],
    ['GET',  '/v4/me/assets/:id/download',             'api', 'identified', downloadAsset],
    ['GET',  '/v4/persons/:person_id/assets',          'api', 'verified',   listPersonAssets],
    ['GET',  '/v4/persons/:person_id/assets/download', 'api', 'verified',   downloadPersonAsset],
    ['GET',  '/v4/persons/:person_id/assets/:id',      'api', 'verified',   showPersonAsset],
    ['GET',  '/v4/persons/:person_id/assets/:id/download', 'api', 'verified', downloadPersonAsset],
  ],
  'Audience Memberships': [
    ['GET',  '/v4/me/audience-memberships',            'api', 'identified', listAudienceMemberships],
  ],
  Journeys: [
    ['GET',  '/v4/me/journeys',                        'api', 'identified', listJourneys],
  ],
  Steps: [
    ['GET',  '/v4/me/steps',                           'api', 'identified', listSteps],
  ],
  Referrals: [
    ['GET',  '/v4/me/referrals-from-me',               'api', 'verified',   listReferralsFromMe],
    ['GET',  '/v4/me/referrals-to-me',                 'api', 'verified',   listReferralsToMe],
  ],
  Rewards: [
    ['GET',  '/v4/me/rewards/status',                  'api', 'verified',   showRewardStatus],
  ],
  Shareables: [
    ['POST', '/v6/me/shareables/get-or-create',        'api', 'identified', sameShareable],
    ['POST', '/v6/me/shareables/get-create-or-update', 'api', 'identified', updatedShareable],
    ['GET',  '/v6/me/shareables',                      'api', 'identified', listShareables],
    ['POST', '/v6/me/shareables',                      'api', 'identified', newShareable],
    ['GET',  '/v6/me/shareables/:code',                'api', 'identified', showShareable],
  ],
  Shares: [
    ['GET',  '/v4/me/shares',                          'api', 'identified', listShares],
    ['GET',  '/v4/me/shares/:id',                      'api', 'identified', showShare],
    ['POST', '/v6/email/share',                        'api', 'identified', shareByEmail],
    ['POST', '/v6/email/share/batch',                  'api', 'identified', shareByEmails],
  ],
}

/** Every call of the consumer API, with the least level each one needs (specification 3.1 and 5.3; contract 1). */
export const calls: ConsumerCall[] = Object.entries(table).flatMap(([tag, rows]) =>
  rows.map(([method, path, style, least, answer, docs]) => ({ method, path, style, least, answer, tag, docs })),
)
