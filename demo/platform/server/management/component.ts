import { z } from 'zod'
import type { Conditions } from '../../campaign/conditions.js'
import { type Creative, readZoneSource } from '../../campaign/zone-source.js'
import type { VersionRow, ZoneRow } from './campaign-content.js'

const content = z.unknown().describe('An object for JSON, else the text.')

const commonVariable = {
  name: z.string(),
  type: z.enum(['JSON', 'HTML', 'JAVASCRIPT', 'TEXT']),
  when: z.record(z.string(), z.unknown()).describe('The conditions of the creative, except for its locale.'),
}

const common = {
  component_id: z.string(),
  campaign_id: z.string(),
  campaign_version: z.int().describe('The version of the campaign that was read.'),
  version: z.int().describe('The version of the campaign that changed the component last.'),
  name: z.string().describe('The name of the zone.'),
  type: z.literal('ZONE'),
  created_date: z.iso.datetime(),
  updated_date: z.iso.datetime(),
}

/** A component as it is stored. Each variable has a value for each locale (specification 9). */
export const component = z
  .object({
    ...common,
    variables: z.array(
      z.object({
        ...commonVariable,
        values: z.record(z.string(), content).describe('Values by locale. `default` applies to all other locales.'),
      }),
    ),
  })
  .meta({ id: 'Component' })

/** A component as it is built: each variable has only the value of its default locale. */
export const builtComponent = z
  .object({ ...common, variables: z.array(z.object({ ...commonVariable, value: content })) })
  .meta({ id: 'BuiltComponent' })

export type Component = Omit<z.output<typeof component>, 'created_date' | 'updated_date'> &
  Pick<ZoneRow, 'created_date' | 'updated_date'>

/** The component of a zone. Creatives that differ only in their locale are one variable. */
export function componentOf(campaign: VersionRow, zone: ZoneRow): Component {
  const variables = new Map<string, Component['variables'][number]>()
  for (const { when, ...creative } of creativesOf(zone)) {
    const { locale = ['default'], ...others } = when
    const type = typeOf(creative)
    const key = JSON.stringify([type, others])
    const variable = variables.get(key) ?? { name: `creative-${variables.size + 1}`, type, when: others, values: {} }
    // The first creative that fits is shown, so a later one for the same locale is never used.
    const added = locale.filter(each => !Object.hasOwn(variable.values, each))
    variable.values = { ...variable.values, ...valuesFor(added, contentOf(creative)) }
    variables.set(key, variable)
  }
  return {
    component_id: componentId(campaign.campaign_id, zone.zone_name),
    campaign_id: campaign.campaign_id,
    campaign_version: campaign.version,
    version: zone.version,
    name: zone.zone_name,
    type: 'ZONE',
    created_date: zone.created_date,
    updated_date: zone.updated_date,
    variables: [...variables.values()],
  }
}

/** Builds a component: replaces the values of each variable by the one of its default locale, or by the first one. */
export const build = ({ variables, ...common }: Component) => ({
  ...common,
  variables: variables.map(({ values, ...variable }) => ({
    ...variable,
    value: 'default' in values ? values.default : Object.values(values)[0],
  })),
})

export const componentId = (campaignId: string, zoneName: string) => `${campaignId}:${zoneName}`

/** The creatives of a zone. A version is only saved with valid zones. */
export const creativesOf = ({ source }: ZoneRow): Creative[] => readZoneSource(source).value?.creatives ?? []

type Content = Pick<Creative, 'content_type' | 'content'>

export const contentOf = ({ content_type, content }: Content): unknown =>
  content_type === 'application/json' ? JSON.parse(content) : content

function typeOf({ content_type }: Content): Component['variables'][number]['type'] {
  if (content_type === 'application/json') return 'JSON'
  if (content_type.startsWith('text/html')) return 'HTML'
  return content_type.startsWith('text/javascript') ? 'JAVASCRIPT' : 'TEXT'
}

const valuesFor = (locales: NonNullable<Conditions['locale']>, value: unknown) =>
  Object.fromEntries(locales.map(locale => [locale, value]))
