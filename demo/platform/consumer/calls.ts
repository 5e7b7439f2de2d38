import type { ConsumerCall } from './consumer-call.js'
import {
  eventDocs,
  submitEvent,
  submitEventByUrl,
  submitNamedEvent,
  submitNamedWebEvent,
  submitWebEvent,
} from './events.js'
import { assetDocs, createAsset, deleteAsset, downloadAsset, listAssets, showAsset } from './me/assets.js'
import { audienceDocs, listAudienceMemberships } from './me/audience-memberships.js'
import { journeyDocs, listJourneys } from './me/journeys.js'
import { parameterDocs, setParameter, showParameters, updateParameters } from './me/parameters.js'
import { profileDocs, showProfile, updateProfile } from './me/profile.js'
import { listReferralsFromMe, listReferralsToMe, referralDocs } from './me/referrals.js'
import { rewardStatusDocs, showRewardStatus } from './me/reward-status.js'
import { listShares, shareDocs, showShare } from './me/shares.js'
import { listSteps, stepDocs } from './me/steps.js'
import { sendVerificationEmail, showVerificationStatus, verificationDocs } from './me/verification.js'
import { downloadPersonAsset, listPersonAssets, personAssetDocs, showPersonAsset } from './person-assets.js'
import { emailShareDocs, shareByEmail, shareByEmails } from './shareables/email-share.js'
import {
  listShareables,
  postGetCreateOrUpdateShareable,
  postGetOrCreateShareable,
  postShareable,
  shareableDocs,
  showShareable,
} from './shareables/shareables.js'
import { createToken, deleteToken, showToken, tokenDocs } from './token.js'
import { renderNamedWebZone, renderNamedZone, renderWebZone, renderZone, zoneDocs } from './zones/zones.js'

type Row = [
  method: ConsumerCall['method'],
  path: string,
  style: ConsumerCall['style'],
  minimumLevel: ConsumerCall['minimumLevel'],
  handle: ConsumerCall['handle'],
  docs: ConsumerCall['docs'],
]

// biome-ignore format: a table is read by its columns
const table: Record<string, Row[]> = {
  Authentication: [
    ['POST',   '/v5/token',                            'api', 'none',       createToken,            tokenDocs.create],
    ['GET',    '/v5/token',                            'api', 'anonymous',  showToken,              tokenDocs.show],
    ['DELETE', '/v5/token',                            'api', 'anonymous',  deleteToken,            tokenDocs.remove],
    ['POST', '/v4/me/send-verification-email',         'api', 'identified', sendVerificationEmail,  verificationDocs.send],
    ['GET',  '/v4/me/send-verification-email/status/:polling_id', 'api', 'identified', showVerificationStatus, verificationDocs.status],
  ],
  'Zone Rendering': [
    ['POST', '/zones',                                 'web', 'anonymous',  renderWebZone,          zoneDocs.renderByWeb],
    ['POST', '/zones/:zone_name',                      'web', 'anonymous',  renderNamedWebZone,     zoneDocs.renderNamedByWeb],
    ['POST', '/v6/zones',                              'api', 'anonymous',  renderZone,             zoneDocs.render],
    ['POST', '/v6/zones/:event_name',                  'api', 'anonymous',  renderNamedZone,        zoneDocs.renderNamed],
  ],
  Events: [
    ['POST', '/events',                                'web', 'anonymous',  submitWebEvent,         eventDocs.submitByWeb],
    ['POST', '/events/:event_name',                    'web', 'anonymous',  submitNamedWebEvent,    eventDocs.submitNamedByWeb],
    ['GET',  '/events/:event_name',                    'web', 'anonymous',  submitEventByUrl,       eventDocs.submitByUrl],
    ['POST', '/v6/events',                             'api', 'anonymous',  submitEvent,            eventDocs.submit],
    ['POST', '/v6/events/:event_name',                 'api', 'anonymous',  submitNamedEvent,       eventDocs.submitNamed],
  ],
  Profile: [
    ['GET',  '/v4/me',                                 'api', 'anonymous',  showProfile,            profileDocs.show],
    ['POST', '/v4/me',                                 'api', 'verified',   updateProfile,          profileDocs.update],
  ],
  Parameters: [
    ['GET',  '/v4/me/parameters',                      'api', 'verified',   showParameters,         parameterDocs.show],
    ['POST', '/v4/me/parameters',                      'api', 'verified',   updateParameters,       parameterDocs.update],
    ['PUT',  '/v4/me/parameters/:name',                'api', 'verified',   setParameter,           parameterDocs.set],
  ],
  Assets: [
    ['GET',  '/v4/me/assets',                          'api', 'identified', listAssets,             assetDocs.list],
    ['POST', '/v4/me/assets',                          'api', 'identified', createAsset,            assetDocs.create],
    ['GET',  '/v4/me/assets/download',                 'api', 'identified', downloadAsset,          assetDocs.downloadByName],
    ['GET',  '/v4/me/assets/:id',                      'api', 'identified', showAsset,              assetDocs.show],
    ['DELETE', '/v4/me/assets/:id',                    'api', 'identified', deleteAsset,            assetDocs.remove],
    ['GET',  '/v4/me/assets/:id/download',             'api', 'identified', downloadAsset,          assetDocs.download],
    ['GET',  '/v4/persons/:person_id/assets',          'api', 'identified', listPersonAssets,       personAssetDocs.list],
    ['GET',  '/v4/persons/:person_id/assets/download', 'api', 'identified', downloadPersonAsset,    personAssetDocs.downloadByName],
    ['GET',  '/v4/persons/:person_id/assets/:id',      'api', 'identified', showPersonAsset,        personAssetDocs.show],
    ['GET',  '/v4/persons/:person_id/assets/:id/download', 'api', 'identified', downloadPersonAsset,  personAssetDocs.download],
  ],
  'Audience Memberships': [
    ['GET',  '/v4/me/audience-memberships',            'api', 'identified', listAudienceMemberships,audienceDocs.list],
  ],
  Journeys: [
    ['GET',  '/v4/me/journeys',                        'api', 'identified', listJourneys,           journeyDocs.list],
  ],
  Steps: [
    ['GET',  '/v4/me/steps',                           'api', 'identified', listSteps,              stepDocs.list],
  ],
  Referrals: [
    ['GET',  '/v4/me/referrals-from-me',               'api', 'verified',   listReferralsFromMe,    referralDocs.fromMe],
    ['GET',  '/v4/me/referrals-to-me',                 'api', 'verified',   listReferralsToMe,      referralDocs.toMe],
  ],
  Rewards: [
    ['GET',  '/v4/me/rewards/status',                  'api', 'verified',   showRewardStatus,       rewardStatusDocs.show],
  ],
  Shareables: [
    ['POST', '/v6/me/shareables/get-or-create',        'api', 'identified', postGetOrCreateShareable,          shareableDocs.getOrCreate],
    ['POST', '/v6/me/shareables/get-create-or-update', 'api', 'identified', postGetCreateOrUpdateShareable,       shareableDocs.getCreateOrUpdate],
    ['GET',  '/v6/me/shareables',                      'api', 'identified', listShareables,         shareableDocs.list],
    ['POST', '/v6/me/shareables',                      'api', 'identified', postShareable,           shareableDocs.create],
    ['GET',  '/v6/me/shareables/:code',                'api', 'identified', showShareable,          shareableDocs.show],
  ],
  Shares: [
    ['GET',  '/v4/me/shares',                          'api', 'identified', listShares,             shareDocs.list],
    ['GET',  '/v4/me/shares/:id',                      'api', 'identified', showShare,              shareDocs.show],
    ['POST', '/v6/email/share',                        'api', 'identified', shareByEmail,           emailShareDocs.one],
    ['POST', '/v6/email/share/batch',                  'api', 'identified', shareByEmails,          emailShareDocs.batch],
  ],
}

/** Every call of the consumer API with its minimum level (specification 3.1 and 5.3; contract 1). */
export const calls: ConsumerCall[] = Object.entries(table).flatMap(([tag, rows]) =>
  rows.map(([method, path, style, minimumLevel, handle, docs]) => ({
    method,
    path,
    style,
    minimumLevel,
    handle,
    tag,
    docs,
  })),
)
