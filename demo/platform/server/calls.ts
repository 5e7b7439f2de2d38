import { cancelJob, jobDocs, listJobs, showJob } from './batch-jobs/batch-jobs.js'
import { createDocs, createJob } from './batch-jobs/create-job.js'
import { listErrors, rowErrorDocs } from './batch-jobs/row-errors.js'
import { eventDocs, submitAsyncEvent, submitEvent, submitNamedAsyncEvent, submitNamedEvent } from './events.js'
import { downloadDocs, downloadFile } from './files/download.js'
import { deleteFile, expireFile, fileDocs, listFiles, showFile, updateFile } from './files/files.js'
import { uploadDocs, uploadFile } from './files/upload.js'
import { managementCalls } from './management/calls.js'
import { exchangeCode, openIdConnectDocs } from './openid-connect.js'
import { createMembership, deleteMembership, listMemberships, membershipDocs } from './persons/audience-memberships.js'
import { blockDocs, showBlock, updateBlock } from './persons/block.js'
import { createDatum, dataDocs, deleteDatum, listData, showDatum, updateDatum } from './persons/data.js'
import { forwardDocs, forwardPerson } from './persons/forward.js'
import { identityHistoryDocs, listIdentityHistory } from './persons/identity-history.js'
import { listPersonJourneys, personJourneyDocs, showPersonJourney } from './persons/journeys.js'
import { listLocations, locationDocs } from './persons/locations.js'
import { listPartnerKeys, partnerKeyDocs } from './persons/partner-keys.js'
import { newPerson, profileDocs, showPerson, updatePerson } from './persons/profile.js'
import { listRelationships, listRelationshipsByRole, relationshipDocs } from './persons/relationships.js'
import { listPersonRewards, personRewardDocs, showPersonReward } from './persons/rewards.js'
import { searchDocs, searchPersons } from './persons/search.js'
import {
  createPersonShareable,
  listPersonShareables,
  personShareableDocs,
  showPersonShareable,
  updatePersonShareable,
} from './persons/shareables.js'
import { listPersonShares, personShareDocs, showPersonShare } from './persons/shares.js'
import { showNetworkStats, showStats, statsDocs } from './persons/stats.js'
import { listSteps, listUnpagedSteps, stepDocs } from './persons/steps.js'
import { showTimeline, timelineDocs } from './persons/timeline.js'
import {
  cancelReward,
  changeDocs,
  expireReward,
  markFailed,
  markFulfilled,
  markFulfilledAndSent,
  markRedeemed,
  markSent,
  retryReward,
  revokeReward,
} from './rewards/change-state.js'
import { listRewards, rewardDocs, showReward, summarizeStates, updateReward } from './rewards/rewards.js'
import {
  historyDocs,
  listCancels,
  listExpirations,
  listFails,
  listFulfillments,
  listRedeems,
  listRevokes,
  listSends,
  listStateHistory,
} from './rewards/state-history.js'
import { readers, writers } from './scope.js'
import { type CallRow, managementTags, type ServerCall, type ServerTag, serverTags } from './server-call.js'
import {
  createServer,
  deleteServer,
  listServers,
  sftpDocs,
  showServer,
  syncNow,
  updateServer,
  validateServer,
} from './sftp-servers/sftp-servers.js'
import {
  authorizeConsumer,
  createToken,
  exchangeToken,
  invalidateToken,
  showOwnToken,
  showToken,
  tokenDocs,
} from './tokens.js'
import { listMessages, messageDocs, replayAll, replayOne, showMessage, testWebhook } from './webhooks/messages.js'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
  updateWebhook,
  webhookDocs,
} from './webhooks/webhooks.js'
import { explainClick, explainEvent, explainReward, listClicks, whyDocs } from './why.js'
import { fetchZone, renderNamedZone, renderZoneByBody, zoneDocs } from './zones.js'

// biome-ignore format: a table is read by its columns
const table: Partial<Record<ServerTag, CallRow[]>> = {
  Authentication: [
    ['POST',   '/v4/tokens',                 'NONE',  createToken,            tokenDocs.create],
    ['GET',    '/v4/tokens',                 'ANY',   showOwnToken,           tokenDocs.showOwn],
    ['POST',   '/v4/tokens/openid-connect/authorization-code-flow', 'NONE', exchangeCode,           openIdConnectDocs.exchangeCode],
    ['PUT',    '/v4/tokens/exchange/:token', 'ANY',   exchangeToken,          tokenDocs.exchange],
    ['GET',    '/v4/tokens/:token',          'ANY',   showToken,              tokenDocs.show],
    ['PUT',    '/v4/tokens/:token',          writers, authorizeConsumer,      tokenDocs.authorize],
    ['DELETE', '/v4/tokens/:token',          'ANY',   invalidateToken,        tokenDocs.invalidate],
  ],
  'Batch Jobs': [
    ['GET',    '/v6/batch-jobs',                       readers, listJobs,   jobDocs.list],
    ['POST',   '/v6/batch-jobs',                       writers, createJob,  createDocs],
    ['GET',    '/v6/batch-jobs/:batch_job_id',         readers, showJob,    jobDocs.show],
    ['GET',    '/v6/batch-jobs/:batch_job_id/errors',  readers, listErrors, rowErrorDocs],
    ['POST',   '/v6/batch-jobs/:batch_job_id/cancel',  writers, cancelJob,  jobDocs.cancel],
  ],
  Events: [
    ['POST',   '/v6/events',                 writers, submitEvent,            eventDocs.sync],
    ['POST',   '/v6/events/:event_name',     writers, submitNamedEvent,       eventDocs.syncNamed],
    ['POST',   '/v6/async-events',           writers, submitAsyncEvent,       eventDocs.async, 'unlimited'],
    ['POST',   '/v6/async-events/:event_name', writers, submitNamedAsyncEvent,  eventDocs.asyncNamed, 'unlimited'],
    ['GET',    '/v2/events/:event_id/why',   readers, explainEvent,           whyDocs.event],
    ['GET',    '/v2/clicks/:click_id/why',   readers, explainClick,           whyDocs.click],
  ],
  Files: [
    ['GET',    '/v6/files',                    readers, listFiles,      fileDocs.list],
    ['POST',   '/v6/files',                    writers, uploadFile,     uploadDocs],
    ['GET',    '/v6/files/:file_id',           readers, showFile,       fileDocs.show],
    ['PUT',    '/v6/files/:file_id',           writers, updateFile,     fileDocs.update],
    ['DELETE', '/v6/files/:file_id',           writers, deleteFile,     fileDocs.delete],
    ['GET',    '/v6/files/:file_id/download',  readers, downloadFile,   downloadDocs],
    ['POST',   '/v6/files/:file_id/expire',    writers, expireFile,     fileDocs.expire],
  ],
  Persons: [
    ['GET',    '/v5/persons',                           readers, searchPersons,           searchDocs],
    ['POST',   '/v5/persons',                           writers, newPerson,               profileDocs.create],
    // Must be before the calls with an id at the same position.
    ['GET',    '/v5/persons/partner-keys',              readers, listPartnerKeys,         partnerKeyDocs],
    ['GET',    '/v5/persons/:person_id',                readers, showPerson,              profileDocs.show],
    ['PUT',    '/v5/persons/:person_id',                writers, updatePerson,            profileDocs.update],
    ['POST',   '/v5/persons/:person_id/forward',        writers, forwardPerson,           forwardDocs],
    ['GET',    '/v5/persons/:person_id/block',          readers, showBlock,               blockDocs.show],
    ['PUT',    '/v5/persons/:person_id/block',          writers, updateBlock,             blockDocs.update],
    ['GET',    '/v5/persons/:person_id/audience-memberships', readers, listMemberships,  membershipDocs.list],
    ['POST',   '/v5/persons/:person_id/audience-memberships', writers, createMembership, membershipDocs.create],
    ['DELETE', '/v5/persons/:person_id/audience-memberships/:audience_id', writers, deleteMembership, membershipDocs.delete],
    ['GET',    '/v5/persons/:person_id/clicks',         readers, listClicks,              whyDocs.clicks],
    ['GET',    '/v5/persons/:person_id/data',           readers, listData,                dataDocs.list],
    ['POST',   '/v5/persons/:person_id/data',           writers, createDatum,             dataDocs.create],
    ['GET',    '/v5/persons/:person_id/data/:name',     readers, showDatum,               dataDocs.show],
    ['PUT',    '/v5/persons/:person_id/data/:name',     writers, updateDatum,             dataDocs.update],
    ['DELETE', '/v5/persons/:person_id/data/:name',     writers, deleteDatum,             dataDocs.delete],
    ['GET',    '/v5/persons/:person_id/identity-history', readers, listIdentityHistory,   identityHistoryDocs],
    ['GET',    '/v5/persons/:person_id/journeys',       readers, listPersonJourneys,      personJourneyDocs.list],
    ['GET',    '/v5/persons/:person_id/journeys/:journey_id', readers, showPersonJourney, personJourneyDocs.show],
    ['GET',    '/v5/persons/:person_id/locations',      readers, listLocations,           locationDocs],
    ['GET',    '/v4/persons/:person_id/relationships',  readers, listRelationships,       relationshipDocs.v4],
    ['GET',    '/v5/persons/:person_id/relationships',  readers, listRelationshipsByRole, relationshipDocs.v5],
    ['GET',    '/v5/persons/:person_id/rewards',        readers, listPersonRewards,       personRewardDocs.list],
    ['GET',    '/v5/persons/:person_id/rewards/:reward_id', readers, showPersonReward,    personRewardDocs.show],
    ['GET',    '/v5/persons/:person_id/shareables',     readers, listPersonShareables,    personShareableDocs.list],
    ['POST',   '/v5/persons/:person_id/shareables',     writers, createPersonShareable,   personShareableDocs.create],
    ['GET',    '/v5/persons/:person_id/shareables/:code', readers, showPersonShareable,   personShareableDocs.show],
    ['PUT',    '/v5/persons/:person_id/shareables/:code', writers, updatePersonShareable, personShareableDocs.update],
    ['GET',    '/v5/persons/:person_id/shares',         readers, listPersonShares,        personShareDocs.list],
    ['GET',    '/v5/persons/:person_id/shares/:share_id', readers, showPersonShare,       personShareDocs.show],
    ['GET',    '/v2/persons/:person_id/steps',          readers, listUnpagedSteps,        stepDocs.v2],
    ['GET',    '/v5/persons/:person_id/steps',          readers, listSteps,               stepDocs.v5],
    ['GET',    '/v5/persons/:person_id/timeline',       readers, showTimeline,            timelineDocs],
    ['GET',    '/v4/persons/:person_id/stats',          readers, showStats,               statsDocs.own],
    ['GET',    '/v4/persons/:person_id/network-stats',  readers, showNetworkStats,        statsDocs.network],
  ],
  'Reward Suppliers': [
    ['POST',   '/v2/custom-rewards/:reward_id/failed',             writers, markFailed,           changeDocs.failed],
    ['POST',   '/v2/custom-rewards/:reward_id/fulfilled',          writers, markFulfilled,        changeDocs.fulfilled],
    ['POST',   '/v2/custom-rewards/:reward_id/fulfilled_and_sent', writers, markFulfilledAndSent, changeDocs.fulfilledAndSent],
    ['POST',   '/v2/custom-rewards/:reward_id/redeemed',           writers, markRedeemed,         changeDocs.redeemed],
    ['POST',   '/v2/custom-rewards/:reward_id/sent',               writers, markSent,             changeDocs.sent],
  ],
  Rewards: [
    ['GET',    '/v2/rewards',                           readers, listRewards,       rewardDocs.list],
    ['GET',    '/v2/rewards/state_summary',             readers, summarizeStates,   rewardDocs.summary],
    ['GET',    '/v2/rewards/state-summary',             readers, summarizeStates,   rewardDocs.summary],
    ['GET',    '/v2/rewards/:reward_id',                readers, showReward,        rewardDocs.show],
    ['PUT',    '/v2/rewards/:reward_id',                writers, updateReward,      rewardDocs.update],
    ['POST',   '/v2/rewards/:reward_id/cancel',         writers, cancelReward,      changeDocs.cancel],
    ['POST',   '/v2/rewards/:reward_id/expire',         writers, expireReward,      changeDocs.expire],
    ['POST',   '/v2/rewards/:reward_id/retry',          writers, retryReward,       changeDocs.retry],
    ['POST',   '/v2/rewards/:reward_id/revoke',         writers, revokeReward,      changeDocs.revoke],
    ['GET',    '/v2/rewards/:reward_id/state-history',  readers, listStateHistory,  historyDocs.states],
    ['GET',    '/v2/rewards/:reward_id/cancels',        readers, listCancels,       historyDocs.cancels],
    ['GET',    '/v2/rewards/:reward_id/expirations',    readers, listExpirations,   historyDocs.expirations],
    ['GET',    '/v2/rewards/:reward_id/fails',          readers, listFails,         historyDocs.fails],
    ['GET',    '/v2/rewards/:reward_id/fulfillments',   readers, listFulfillments,  historyDocs.fulfillments],
    ['GET',    '/v2/rewards/:reward_id/redeems',        readers, listRedeems,       historyDocs.redeems],
    ['GET',    '/v2/rewards/:reward_id/revokes',        readers, listRevokes,       historyDocs.revokes],
    ['GET',    '/v2/rewards/:reward_id/sends',          readers, listSends,         historyDocs.sends],
    ['GET',    '/v2/rewards/:reward_id/why',            readers, explainReward,     whyDocs.reward],
  ],
  'SFTP Servers': [
    ['GET',    '/v6/sftp-servers',                      readers, listServers,    sftpDocs.list],
    ['POST',   '/v6/sftp-servers',                      writers, createServer,   sftpDocs.create],
    // Must be before the calls with an id at the same position.
    ['POST',   '/v6/sftp-servers/validate',             writers, validateServer, sftpDocs.validate],
    ['GET',    '/v6/sftp-servers/:sftp_server_id',      readers, showServer,     sftpDocs.show],
    ['PUT',    '/v6/sftp-servers/:sftp_server_id',      writers, updateServer,   sftpDocs.update],
    ['DELETE', '/v6/sftp-servers/:sftp_server_id',      writers, deleteServer,   sftpDocs.delete],
    ['POST',   '/v6/sftp-servers/:sftp_server_id/sync', writers, syncNow,        sftpDocs.sync],
  ],
  Webhooks: [
    ['GET',    '/v6/webhooks',                            readers, listWebhooks,        webhookDocs.list],
    ['POST',   '/v6/webhooks',                            writers, createWebhook,       webhookDocs.create],
    ['GET',    '/v6/webhooks/:webhook_id',                readers, showWebhook,         webhookDocs.show],
    ['PUT',    '/v6/webhooks/:webhook_id',                writers, updateWebhook,       webhookDocs.update],
    ['DELETE', '/v6/webhooks/:webhook_id',                writers, deleteWebhook,       webhookDocs.delete],
    ['POST',   '/v6/webhooks/:webhook_id/rotate-secret',  writers, rotateWebhookSecret, webhookDocs.rotate],
    ['POST',   '/v6/webhooks/:webhook_id/test',           writers, testWebhook,         messageDocs.test],
    ['POST',   '/v6/webhooks/:webhook_id/replay',         writers, replayAll,           messageDocs.replayAll],
    ['GET',    '/v6/webhooks/:webhook_id/messages',       readers, listMessages,        messageDocs.list],
    ['GET',    '/v6/webhooks/:webhook_id/messages/:message_id',        readers, showMessage, messageDocs.show],
    ['POST',   '/v6/webhooks/:webhook_id/messages/:message_id/replay', writers, replayOne,   messageDocs.replay],
  ],
  'Zone Rendering': [
    ['GET',    '/v5/zones/:zone_name',       'ANY',   fetchZone,              zoneDocs.fetch],
    ['POST',   '/v5/zones/:zone_name',       writers, renderNamedZone,        zoneDocs.renderNamed],
    ['POST',   '/v6/zones',                  writers, renderZoneByBody,       zoneDocs.render],
  ],
  ...managementCalls,
}

/** Every call of the server API with its required scopes (specification 4.2, 4.4 and 5.3). */
export const calls: ServerCall[] = [...serverTags, ...managementTags].flatMap(tag =>
  (table[tag] ?? []).map(([method, path, requiredScopes, handle, docs, unlimited]) => ({
    method,
    path,
    requiredScopes,
    unlimited: unlimited === 'unlimited',
    handle,
    tag,
    docs,
  })),
)
