import { Hono, type MiddlewareHandler } from 'hono'
import { preventCaching } from '../http/prevent-caching.js'
import { RestError, toRestError } from '../http/rest-error.js'
import { asClient } from '../identity/program-domains.js'
import { saveCard } from './actions/card.js'
import { moveForward } from './actions/clock.js'
import { addProgramDomain, makeDomainPrimary, removeProgramDomain } from './actions/domains.js'
import { addKey, revokeKey, signTestJwt } from './actions/keys.js'
import { makeVersionLive } from './actions/make-live.js'
import { createCampaign } from './actions/new-campaign.js'
import { allowOrigin, refuseOrigin } from './actions/origins.js'
import { saveProgram } from './actions/program.js'
import { beginReplay } from './actions/replay.js'
import { saveSchedule } from './actions/report.js'
import { markRequest } from './actions/requests.js'
import { changeReward } from './actions/rewards.js'
import { changePayment, confirmPayment, saveSettings } from './actions/settings.js'
import { signIn, signOut } from './actions/sign-in.js'
import { switchClient } from './actions/switch-client.js'
import { changeTheme } from './actions/theme.js'
import { createToken, revokeToken } from './actions/tokens.js'
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  replayAll,
  replayOne,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from './actions/webhooks.js'
import { retryAllJobs, retryJob } from './actions/work.js'
import { saveCreative, saveZone } from './actions/zone.js'
import { checkForm, checkTenant, formWithoutSession } from './check-form.js'
import type { ConsoleEnv } from './console-context.js'
import { chartNames, downloadFigures } from './figure-csv.js'
import { showAnswers } from './pages/answers.js'
import { showCampaign } from './pages/campaign.js'
import { showCampaigns } from './pages/campaigns.js'
import { showCard } from './pages/card.js'
import { showClick } from './pages/click.js'
import { showClock } from './pages/clock.js'
import { showComparison } from './pages/compare.js'
import { showDocs } from './pages/docs.js'
import { confirmDomainRemoval, showDomains } from './pages/domains.js'
import { showError } from './pages/error.js'
import { showEvent } from './pages/event.js'
import { showHome } from './pages/home.js'
import { showKeptForm } from './pages/kept-form.js'
import { confirmKeyRevocation, showKey } from './pages/key.js'
import { showKeys } from './pages/keys.js'
import { showMails } from './pages/mails.js'
import { askToMakeLive } from './pages/make-live.js'
import { confirmRemoval, showOrigins } from './pages/origins.js'
import { showPeople } from './pages/people.js'
import { showPerson } from './pages/person.js'
import { showProgram } from './pages/program.js'
import { showRefusals } from './pages/refusals.js'
import { showReplay } from './pages/replay.js'
import { showReport } from './pages/report.js'
import { showReports } from './pages/reports.js'
import { showRequests } from './pages/requests.js'
import { showReward } from './pages/reward.js'
import { showRewards } from './pages/rewards.js'
import { showSettings } from './pages/settings.js'
import { askToSignIn } from './pages/sign-in.js'
import { showTheme } from './pages/theme.js'
import { confirmRevocation, showTokens } from './pages/tokens.js'
import { showVersion } from './pages/version.js'
import { confirmDeletion, confirmRotation, showWebhook } from './pages/webhook.js'
import { showWebhookMessage } from './pages/webhook-message.js'
import { showWebhooks } from './pages/webhooks.js'
import { showWork } from './pages/work.js'
import { showZone } from './pages/zone.js'
import { showZones } from './pages/zones.js'
import { downloadReplay } from './replay-csv.js'
import { findSession } from './session.js'

/** The console of the platform at `/console`. Its forms work without script. */
export function consoleSite(): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  app.use(async (c, next) => {
    await next()
    preventCaching(c.res)
  })
  app.get('/sign-in', c => askToSignIn(c))
  app.post('/sign-in', signIn)
  app.use(requireSession)
  app.on('POST', '*', checkForm)
  app.post('/sign-out', signOut)
  app.post('/client', switchClient)
  app.on('POST', '*', checkTenant)
  app.get('/', showHome)
  for (const name of chartNames) app.get(`/figures/${name}.csv`, c => downloadFigures(c, name))
  app.get('/campaigns', c => showCampaigns(c))
  app.post('/campaigns', createCampaign)
  app.get('/campaigns/:campaign_id', showCampaign)
  app.get('/campaigns/:campaign_id/compare', showComparison)
  app.get('/campaigns/:campaign_id/program', showProgram)
  app.post('/campaigns/:campaign_id/program', saveProgram)
  app.get('/campaigns/:campaign_id/card', showCard)
  app.post('/campaigns/:campaign_id/card', saveCard)
  app.get('/campaigns/:campaign_id/versions/:version', showVersion)
  app.get('/campaigns/:campaign_id/versions/:version/live', c => askToMakeLive(c))
  app.post('/campaigns/:campaign_id/versions/:version/live', makeVersionLive)
  app.get('/campaigns/:campaign_id/versions/:version/replay', showReplay)
  app.post('/campaigns/:campaign_id/versions/:version/replay', beginReplay)
  app.get('/campaigns/:campaign_id/versions/:version/replay.csv', downloadReplay)
  app.get('/zones', showZones)
  app.get('/zones/:zone_name', showZone)
  app.get('/zones/:zone_name/answers', showAnswers)
  app.post('/zones/:zone_name', saveZone)
  app.post('/zones/:zone_name/creatives/:creative', saveCreative)
  app.get('/theme', showTheme)
  app.post('/theme', changeTheme)
  app.get('/people', showPeople)
  app.get('/people/:person_id', showPerson)
  app.get('/events/:event_id', showEvent)
  app.get('/clicks/:click_id', showClick)
  app.get('/tokens', c => showTokens(c))
  app.post('/tokens', createToken)
  app.get('/tokens/:token_hash/revoke', confirmRevocation)
  app.post('/tokens/:token_hash/revoke', revokeToken)
  app.get('/keys', c => showKeys(c))
  app.post('/keys', addKey)
  app.get('/keys/:kid', c => showKey(c))
  app.post('/keys/:kid', signTestJwt)
  app.get('/keys/:kid/revoke', confirmKeyRevocation)
  app.post('/keys/:kid/revoke', revokeKey)
  app.get('/origins', c => showOrigins(c))
  app.post('/origins', allowOrigin)
  app.get('/origins/remove', confirmRemoval)
  app.post('/origins/remove', refuseOrigin)
  app.get('/domains', c => showDomains(c))
  app.post('/domains', addProgramDomain)
  app.post('/domains/primary', makeDomainPrimary)
  app.get('/domains/remove', confirmDomainRemoval)
  app.post('/domains/remove', removeProgramDomain)
  app.get('/settings', c => showSettings(c))
  app.post('/settings', saveSettings)
  app.get('/settings/payment', confirmPayment)
  app.post('/settings/payment', changePayment)
  app.get('/rewards', showRewards)
  app.get('/rewards/:reward_id', c => showReward(c))
  app.post('/rewards/:reward_id', changeReward)
  app.get('/requests', showRequests)
  app.post('/requests/:event_id', markRequest)
  app.get('/reports', showReports)
  app.get('/reports/:report_runner_id', c => showReport(c))
  app.post('/reports/:report_runner_id', saveSchedule)
  app.get('/mails', showMails)
  app.get('/refusals', showRefusals)
  app.get('/webhooks', c => showWebhooks(c))
  app.post('/webhooks', createWebhook)
  app.get('/webhooks/:webhook_id', c => showWebhook(c))
  app.post('/webhooks/:webhook_id', saveWebhook)
  app.post('/webhooks/:webhook_id/enable', enableWebhook)
  app.post('/webhooks/:webhook_id/disable', disableWebhook)
  app.post('/webhooks/:webhook_id/test', testWebhook)
  app.post('/webhooks/:webhook_id/replay', replayAll)
  app.get('/webhooks/:webhook_id/rotate-secret', confirmRotation)
  app.post('/webhooks/:webhook_id/rotate-secret', rotateWebhookSecret)
  app.get('/webhooks/:webhook_id/delete', confirmDeletion)
  app.post('/webhooks/:webhook_id/delete', deleteWebhook)
  app.get('/webhooks/:webhook_id/messages/:message_id', c => showWebhookMessage(c))
  app.post('/webhooks/:webhook_id/messages/:message_id/replay', replayOne)
  app.get('/work', showWork)
  app.post('/work/retry', retryAllJobs)
  app.post('/work/:job_id/retry', retryJob)
  app.get('/clock', c => showClock(c))
  app.post('/clock', moveForward)
  app.get('/docs', showDocs)
  app.all('*', () => {
    throw new RestError('not_found', 'There is no page at this URL')
  })
  app.onError((error, c) => showError(c, toRestError(error)))
  return app
}

/** Redirects a user who is not signed in to the sign-in page, and keeps the form that they have sent. */
const requireSession: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  const session = await findSession(c.env, c.req.raw.headers)
  if (!session) {
    const kept = await formWithoutSession(c.req.raw, c.env.settings.serverOrigin)
    if (kept) return showKeptForm(c, kept)
    const { pathname, search } = new URL(c.req.url)
    const to = c.req.method === 'GET' && pathname !== '/console' ? `?to=${encodeURIComponent(pathname + search)}` : ''
    return c.redirect(`/console/sign-in${to}`, 303)
  }
  c.set('session', session)
  c.env = { ...asClient(c.env, session.client_id), configuration: undefined }
  return next()
}
