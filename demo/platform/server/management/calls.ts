import { newVersion, newVersionDocs } from '../campaigns/new-version.js'
import { beginReplay, replayDocs, showReplay } from '../campaigns/replay.js'
import { clockDocs, moveForward, showClock } from '../clock.js'
import {
  createRunner,
  deleteRunner,
  listRunners,
  runnerDocs,
  showRunner,
  updateRunner,
} from '../report-runners/report-runners.js'
import { downloadReportFile, listReports, listReportTypes, reportDocs, showReport } from '../report-runners/reports.js'
import { downloadReport, listRuns, runDocs, runReport, showRun } from '../report-runners/runs.js'
import { campaignWriters, readers, reportReaders, type Scope, writers } from '../scope.js'
import type { CallRow, ManagementTag } from '../server-call.js'
import { campaignDocs, createCampaign, listCampaigns, listVersions, showCampaign } from './campaigns.js'
import { clientDocs, showClient, updateClient } from './client.js'
import {
  componentDocs,
  listAllBuiltComponents,
  listBuiltComponents,
  listBuiltComponentsOfVersion,
  listComponents,
  listComponentsOfVersion,
} from './components.js'
import { controllerDocs, listBuiltControllers } from './controllers.js'
import { emailDocs, listEmails } from './emails.js'
import { showSources, sourcesDocs } from './sources.js'

/** Scopes that can read campaigns and components (specification 5.3). */
const campaignReaders: Scope[] = [...readers, 'CAMPAIGN_EDIT']

/** The calls of the management API (specification 4.4 and 8). */
// biome-ignore format: a table is read by its columns
export const managementCalls: Record<ManagementTag, CallRow[]> = {
  Campaigns: [
    ['GET', '/v2/campaigns',                                                 campaignReaders, listCampaigns,                campaignDocs.list],
    ['POST', '/v2/campaigns',                                                campaignWriters, createCampaign,               campaignDocs.create],
    ['GET', '/v2/campaigns/:campaign_id',                                    campaignReaders, showCampaign,                 campaignDocs.show],
    ['GET', '/v2/campaigns/:campaign_id/components',                         campaignReaders, listComponents,               componentDocs.stored],
    ['GET', '/v2/campaigns/:campaign_id/components/built',                   campaignReaders, listBuiltComponents,          componentDocs.built],
    ['GET', '/v2/campaigns/:campaign_id/controllers/built',                  campaignReaders, listBuiltControllers,         controllerDocs],
    ['GET', '/v2/campaigns/:campaign_id/versions',                           campaignReaders, listVersions,                 campaignDocs.versions],
    ['GET', '/v2/campaigns/:campaign_id/version/:version/components',        campaignReaders, listComponentsOfVersion,      componentDocs.storedOfVersion],
    ['GET', '/v2/campaigns/:campaign_id/version/:version/components/built',  campaignReaders, listBuiltComponentsOfVersion, componentDocs.builtOfVersion],
    ['GET', '/v2/campaigns/:campaign_id/version/:version/sources',           campaignReaders, showSources,                  sourcesDocs],
    ['GET', '/v2/campaigns/:campaign_id/version/:version/replay',            campaignReaders, showReplay,                   replayDocs.show],
    ['POST', '/v2/campaigns/:campaign_id/version/:version/replay',           campaignWriters, beginReplay,                  replayDocs.begin],
    ['POST', '/v2/campaigns/:campaign_id/versions',                          campaignWriters, newVersion,                  newVersionDocs],
  ],
  Client: [
    ['GET', '/v2/client',                                                    readers, showClient,                           clientDocs.show],
    ['PUT', '/v2/client',                                                    writers, updateClient,                         clientDocs.update],
  ],
  Clock: [
    ['GET', '/v2/clock',                                                     readers, showClock,                            clockDocs.show],
    ['POST', '/v2/clock',                                                    writers, moveForward,                          clockDocs.move],
  ],
  Components: [
    ['GET', '/v1/components/built',                                          campaignReaders, listAllBuiltComponents,       componentDocs.all],
  ],
  Emails: [
    ['GET', '/v2/emails',                                                    campaignReaders, listEmails,                   emailDocs],
  ],
  'Report Runners': [
    ['GET',    '/v7/report-runners',                                         reportReaders, listRunners,    runnerDocs.list],
    ['POST',   '/v7/report-runners',                                         writers,       createRunner,   runnerDocs.create],
    ['GET',    '/v7/report-runners/:report_runner_id',                       reportReaders, showRunner,     runnerDocs.show],
    ['PUT',    '/v7/report-runners/:report_runner_id',                       writers,       updateRunner,   runnerDocs.update],
    ['DELETE', '/v7/report-runners/:report_runner_id',                       writers,       deleteRunner,   runnerDocs.delete],
    ['POST',   '/v7/report-runners/:report_runner_id/run',                   writers,       runReport,      runDocs.run],
    ['GET',    '/v7/report-runners/:report_runner_id/runs',                  reportReaders, listRuns,       runDocs.list],
    ['GET',    '/v7/report-runners/:report_runner_id/runs/:run_id',          reportReaders, showRun,        runDocs.show],
    ['GET',    '/v7/report-runners/:report_runner_id/runs/:run_id/download', reportReaders, downloadReport, runDocs.download],
  ],
  'Report Types': [
    ['GET',    '/v7/report-types',                                           reportReaders, listReportTypes, reportDocs.types],
  ],
  Reports: [
    ['GET',    '/v7/reports',                                                reportReaders, listReports,        reportDocs.list],
    ['GET',    '/v7/reports/:report_id',                                     reportReaders, showReport,         reportDocs.show],
    ['GET',    '/v7/reports/:report_id/download',                            reportReaders, downloadReportFile, reportDocs.download],
  ],
}
