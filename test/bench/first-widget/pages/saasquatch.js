import { init, ready, widgets } from '@saasquatch/squatch-js'
import { program } from './program.js'

const config = {
  tenantAlias: 'bench',
  domain: program,
  npmCdn: `${program}/npm`,
}
init(config)
ready(() =>
  widgets().upsertUser({
    user: { id: 'ada', accountId: 'ada' },
    engagementMedium: 'EMBED',
    widgetType: 'p/share/w/referrerWidget',
    jwt: 'a.b.c',
  }),
)
