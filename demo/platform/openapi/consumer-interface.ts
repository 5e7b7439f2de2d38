import type { oas31 } from 'zod-openapi'
import type { Domain } from '../domain.js'
import type { WireNames } from '../http/wire-names.js'
import { scopesOf } from '../identity/level.js'
import { calls } from '../program/calls.js'
import type { ConsumerCall } from '../program/consumer-call.js'
import { type Api, type DocumentedCall, securityOf, tokenErrors } from './api.js'
import type { CallError } from './call-docs.js'

/** The consumer API, on the program domain (specification 4.3 and 5.4). */
export const consumerInterface = ({ settings, names }: Domain): Api => ({
  title: 'Integration API - Consumer to service',
  description:
    'What a participant’s browser or app calls, on the program domain. The paths under /api are for clients that look ' +
    'after their token themselves. /events and /zones allocate one where there is none, keep it in a cookie, and answer ' +
    '200 whatever happens. Unknown query parameters are dropped silently: a misspelt filter brings the unfiltered list.',
  origin: settings.programOrigin,
  tags: [...new Set(calls.map(({ tag }) => tag))],
  calls: calls.map(call => documented(call, names)),
  cookie: names.cookie,
  parameters: {
    [names.jwt]: {
      name: names.jwt,
      in: 'header',
      required: false,
      description: 'A JWT that your backend signed: it proves who the consumer is, before anything else is looked at.',
      schema: { type: 'string' },
    },
  },
  headers: headers(names),
})

const text = (description: string): oas31.HeaderObject => ({ description, schema: { type: 'string' } })

const headers = (names: WireNames): Record<string, oas31.HeaderObject> => ({
  [names.token]: text('The token now in force, if one is. It may differ from the one that was sent.'),
  [names.cookieConsent]: {
    description: 'Whether the consumer permits cookies. Absent where the program asks nobody.',
    schema: { type: 'string', enum: ['granted', 'denied', 'unset'] },
  },
  [names.campaign]: text('The campaign whose creative this is.'),
  [names.inputEventId]: text('The id of the event that asking for the zone was.'),
})

const levels: Record<ConsumerCall['minimumLevel'], string> = {
  none: '',
  anonymous: '',
  identified: 'For a consumer who is identified, or verified.',
  verified: 'For a consumer who is verified.',
}

function documented({ method, path, style, minimumLevel, tag, docs }: ConsumerCall, names: WireNames): DocumentedCall {
  const isWeb = style === 'web'
  const optional = isWeb || minimumLevel === 'none'
  const ofZones = isWeb && tag === 'Zone Rendering' ? [names.campaign, names.inputEventId] : []
  return {
    method,
    path: path.replace(/^(?=\/v\d)/, '/api'),
    tag,
    docs: { ...docs, description: [docs.description, levels[minimumLevel]].filter(Boolean).join(' ') },
    security: securityOf(minimumLevel === 'none' ? [] : scopesOf[minimumLevel].slice(-1), optional),
    accessErrors: accessErrorsOf(style, minimumLevel),
    errorHeader: isWeb ? names.errorMessage : undefined,
    parameters: [names.jwt],
    headers: [names.token, names.cookieConsent, ...ofZones],
  }
}

/** A web-friendly call allocates a token where the one it came with is dead. */
function accessErrorsOf(style: ConsumerCall['style'], minimumLevel: ConsumerCall['minimumLevel']): CallError[] {
  if (minimumLevel === 'none') return []
  const jwt: CallError[] = ['jwt_error', 'jwt_authentication_error']
  if (style === 'web') return ['payment_required', 'access_denied', ...jwt]
  return [
    'missing_access_token',
    ...tokenErrors,
    ...(minimumLevel === 'anonymous' ? [] : ['scopes_denied' as const]),
    ...jwt,
  ]
}
