import { audiencesOf } from '../functions/audiences-of.js'
import { earlierEvent } from '../functions/earlier-event.js'
import { earlierReward } from '../functions/earlier-reward.js'
import { isSubscribed } from '../functions/is-subscribed.js'
import { backendTokenIndex } from './backend-token-index.js'
import { batchJobJobs } from './batch-job-jobs.js'
import { batchJobs } from './batch-jobs.js'
import { clickIndexes } from './click-indexes.js'
import { clickOrder } from './click-order.js'
import { clickVisitors } from './click-visitors.js'
import { clientOfPersons } from './client-of-persons.js'
import { clientOrigins } from './client-origins.js'
import { clientParameters } from './client-parameters.js'
import { clientSettings } from './client-settings.js'
import { clientTheme } from './client-theme.js'
import { clock } from './clock.js'
import { configurationRevision } from './configuration-revision.js'
import { consoleAccess } from './console-access.js'
import { deletionRequests } from './deletion-requests.js'
import { deliveryJobs } from './delivery-jobs.js'
import { eventAndPersonIndexes } from './event-and-person-indexes.js'
import { failingWebhooks } from './failing-webhooks.js'
import { figures } from './figures.js'
import { filesFolder } from './files-folder.js'
import { firstTables } from './first-tables/index.js'
import { identityHistory } from './identity-history.js'
import { jobAttempts } from './job-attempts.js'
import { jobEndedProcesses } from './job-ended-processes.js'
import { jobQueue } from './job-queue.js'
import { jobTakeovers } from './job-takeovers.js'
import { jobs } from './jobs.js'
import { keptFacts } from './kept-facts.js'
import { leaderboardOptIn } from './leaderboard-opt-in.js'
import { leaderboards } from './leaderboards.js'
import { managedClients } from './managed-clients.js'
import { onceRewards } from './once-rewards.js'
import { personBlocks } from './person-blocks.js'
import { personSearch } from './person-search.js'
import { programData } from './program-data.js'
import { programDomains } from './program-domains.js'
import { referralPositionIndex } from './referral-position-index.js'
import { referralReportIndex } from './referral-report-index.js'
import { refusals } from './refusals.js'
import { replays } from './replays.js'
import { reportIndexes } from './report-indexes.js'
import { reportRunners } from './report-runners.js'
import { reportSchedules } from './report-schedules.js'
import { requestCounts } from './request-counts.js'
import { resourceTokens } from './resource-tokens.js'
import { revokedTokens } from './revoked-tokens.js'
import { rewardExpiry } from './reward-expiry.js'
import { secretKey } from './secret-key.js'
import { severalCampaigns } from './several-campaigns.js'
import { sftpServers } from './sftp-servers.js'
import { shareableDevices } from './shareable-devices.js'
import { signInAddresses } from './sign-in-addresses.js'
import { tokenMakers } from './token-makers.js'
import { uploadedFiles } from './uploaded-files.js'
import { webhookJobs } from './webhook-jobs.js'
import { webhooks } from './webhooks.js'
import { zoneDrafts } from './zone-drafts.js'

/** A change of the tables. */
export interface Migration {
  /** The name under which a database stores that the migration was applied. */
  name: string
  /** One or more SQL statements. They run in a transaction. */
  sql: string
}

/**
 * All migrations, oldest first. A database applies each one once, in this order. So never change, move or remove a
 * migration that a database may have applied: add another one at the end. `store/functions/` has the functions that decide
 * something: to change one, add a migration with its new text, and leave the old text to the old migration.
 *
 * The platform creates ids and times, not the database. A person without email and partner_user_id is an anonymous
 * consumer. Tokens and other secrets that are only compared are stored
 * as hashes, other secrets encrypted (`store/secrets.ts`), so that a stolen table grants no access.
 */
export const migrations: Migration[] = [
  { name: 'first-tables', sql: firstTables },
  { name: 'revoked-tokens', sql: revokedTokens },
  { name: 'request-counts', sql: requestCounts },
  { name: 'program-data', sql: programData },
  { name: 'client-of-persons', sql: clientOfPersons },
  { name: 'console-access', sql: consoleAccess },
  { name: 'uploaded-files', sql: uploadedFiles },
  { name: 'identity-history', sql: identityHistory },
  { name: 'resource-tokens', sql: resourceTokens },
  { name: 'batch-jobs', sql: batchJobs },
  { name: 'sftp-servers', sql: sftpServers },
  { name: 'program-domains', sql: programDomains },
  { name: 'webhooks', sql: webhooks },
  { name: 'webhook-subscriptions', sql: isSubscribed },
  { name: 'report-runners', sql: reportRunners },
  { name: 'click-visitors', sql: clickVisitors },
  { name: 'shareable-devices', sql: shareableDevices },
  { name: 'person-blocks', sql: personBlocks },
  { name: 'jobs', sql: jobs },
  { name: 'failing-webhooks', sql: failingWebhooks },
  { name: 'secret-key', sql: secretKey },
  { name: 'refusals', sql: refusals },
  { name: 'once-rewards', sql: onceRewards },
  { name: 'job-takeovers', sql: jobTakeovers },
  { name: 'client-origins', sql: clientOrigins },
  { name: 'sign-in-addresses', sql: signInAddresses },
  { name: 'job-attempts', sql: jobAttempts },
  { name: 'event-and-person-indexes', sql: eventAndPersonIndexes },
  { name: 'click-indexes', sql: clickIndexes },
  { name: 'token-makers', sql: tokenMakers },
  { name: 'configuration-revision', sql: configurationRevision },
  { name: 'facts-after-lock', sql: `${audiencesOf}${earlierEvent}` },
  { name: 'client-settings', sql: clientSettings },
  { name: 'reward-expiry', sql: rewardExpiry },
  { name: 'managed-clients', sql: managedClients },
  { name: 'report-indexes', sql: reportIndexes },
  { name: 'report-schedules', sql: reportSchedules },
  { name: 'several-campaigns', sql: severalCampaigns },
  { name: 'referral-report-index', sql: referralReportIndex },
  { name: 'job-queue', sql: jobQueue },
  { name: 'webhook-jobs', sql: webhookJobs },
  { name: 'backend-token-index', sql: backendTokenIndex },
  { name: 'delivery-jobs', sql: deliveryJobs },
  { name: 'batch-job-jobs', sql: batchJobJobs },
  { name: 'client-parameters', sql: clientParameters },
  { name: 'files-folder', sql: filesFolder },
  { name: 'referral-position-index', sql: referralPositionIndex },
  { name: 'earlier-rewards', sql: earlierReward },
  { name: 'click-order', sql: clickOrder },
  { name: 'clock', sql: clock },
  { name: 'figures', sql: figures },
  { name: 'kept-facts', sql: keptFacts },
  { name: 'person-search', sql: personSearch },
  { name: 'replays', sql: replays },
  { name: 'zone-drafts', sql: zoneDrafts },
  { name: 'client-theme', sql: clientTheme },
  { name: 'deletion-requests', sql: deletionRequests },
  { name: 'leaderboards', sql: leaderboards },
  { name: 'leaderboard-opt-in', sql: leaderboardOptIn },
  { name: 'job-ended-processes', sql: jobEndedProcesses },
]
