import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { newId } from '../store/id.js'
import { addVersion } from './campaign-version.js'
import { readProgram } from './read-program.js'

interface NewCampaign {
  /** The name of its program. */
  name: string
  /** The label of its program. */
  label: string
  editorId: string
}

/**
 * Adds a campaign of the client. Its first version is a draft of a program without rules, so it takes no part in events yet. Returns its id.
 * Throws `invalid_parameter` for a name or a label that a program cannot have.
 */
export async function addCampaign(domain: Domain, { name, label, editorId }: NewCampaign): Promise<string> {
  const program = JSON.stringify({ name, label }, null, 2)
  const { errors } = readProgram(program)
  if (errors)
    throw new RestError('invalid_parameter', errors[0].message, {
      parameters: { errors: errors.map(({ message }) => message) },
    })
  const campaignId = newId()
  await domain.db.transaction(async db => {
    const within: Domain = { ...domain, db }
    await db.query('insert into programs (campaign_id, client_id) values ($1, $2)', [campaignId, domain.clientId])
    const at = new Date(domain.settings.now())
    await addVersion(within, { campaignId, program, editorId, message: 'A new campaign', publish: false, at })
  })
  return campaignId
}
