import { addVersion, lockCampaign, programVersions } from '../campaign/campaign-version.js'
import { readProgram } from '../campaign/read-program.js'
import type { Domain } from '../domain.js'
import { parseBody } from '../http/body.js'
import { demo } from '../store/seed.js'
import { seedProgram, seedProgramNames } from '../store/seed-programs/index.js'
import { checkOrigin, versionEdit } from './edit-form.js'
import { renderProgramPage } from './program-editor.js'
import type { ServerContext } from './server-call.js'

/** `GET /program?version=&example=`: the page for editing the program, with its newest or another version, or an example. */
export async function showProgram(c: ServerContext): Promise<Response> {
  const versions = await programVersions(c.env)
  const selected = Number(c.req.query('version'))
  const saved = Number(c.req.query('saved'))
  const shown = versions.find(({ version }) => version === selected) ?? versions[0]
  const example = seedProgramNames.find(name => name === c.req.query('example'))
  const source = example ? await seedProgram(example) : (shown?.program ?? '')
  return renderProgramPage({ versions, shown, source, saved: versions.find(({ version }) => version === saved) })
}

/** `POST /program`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveProgram(c: ServerContext): Promise<Response> {
  checkOrigin(c)
  const { source, message, parent, newest, action } = await parseBody(c.req.raw, versionEdit)
  return c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await programVersions(domain)
    const formAgain = { versions, shown: versions.find(({ version }) => version === parent), source, message }
    const { errors } = readProgram(source)
    if (errors) return renderProgramPage({ ...formAgain, errors: errors.map(({ message }) => message) }, 422)
    if (versions[0]?.version !== newest) return renderProgramPage({ ...formAgain, newer: versions[0] }, 409)
    const version = await addVersion(domain, {
      program: source,
      editorId: demo.marketerId,
      message,
      parent,
      publish: action === 'publish',
      at: new Date(c.env.settings.now()),
    })
    return c.redirect(`/program?saved=${version}`, 303)
  })
}
