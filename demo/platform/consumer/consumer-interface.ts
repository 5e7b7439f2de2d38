import type { oas31 } from 'zod-openapi'
import type { Domain } from '../domain.js'
import type { WireNames } from '../http/wire-names.js'
import { scopesOf } from '../identity/level.js'
import { type Api, type DocumentedCall, securityOf, tokenErrors } from '../openapi/api.js'
import type { CallError } from '../openapi/call-docs.js'
import { calls } from './calls.js'
import type { ConsumerCall } from './consumer-call.js'

/** The consumer API, on the program domain (specification 4.3 and 5.4). */
export const consumerInterface = ({ settings, names }: Domain): Api => ({
  title: 'Integration API - Consumer to service',
  description:
    'The API for browsers and apps, on the program domain. Clients of the paths under /api store their token themselves. ' +
    '/events and /zones create a token if the request has none, store it in a cookie, and always respond with 200. ' +
    'Unknown query parameters are ignored: a misspelt filter returns the unfiltered list.',
  origin: settings.programOrigin,
  tags: [...new Set(calls.map(({ tag }) => tag))],
  calls: calls.map(call => documented(call, names)),
  cookie: names.cookie,
  parameters: {
    [names.jwt]: {
      name: names.jwt,
      in: 'header',
      required: false,
      description: 'A JWT that your backend signed. It identifies the consumer before the call is processed.',
      schema: { type: 'string' },
    },
  },
  headers: headers(names),
})

const text = (description: string): oas31.HeaderObject => ({ description, schema: { type: 'string' } })

const headers = (names: WireNames): Record<string, oas31.HeaderObject> => ({
  [names.token]: text('The current token. It can differ from the token of the request.'),
  [names.cookieConsent]: {
    description: 'The cookie consent of the consumer. Absent if the program does not ask for consent.',
    schema: { type: 'string', enum: ['granted', 'denied', 'unset'] },
  },
  [names.campaign]: text('The campaign of the creative.'),
  [names.inputEventId]: text('The id of the event that the zone request created.'),
})

const levels: Record<ConsumerCall['minimumLevel'], string> = {
  none: '',
  anonymous: '',
  identified: 'The consumer must be identified or verified.',
  verified: 'The consumer must be verified.',
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

/** A web-friendly call replaces an invalid token, so it has no token errors. */
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
