import { remedies } from '../openapi/remedies.js'

/** An error of the platform, as `command/local-platform.js` throws it. */
interface PlatformError extends Error {
  code: keyof typeof remedies
  parameters: Record<string, unknown>
}

/** What failed, and what to do. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return isOfPlatform(error) ? explain(error) : error.message
}

const isOfPlatform = (error: Error): error is PlatformError =>
  'parameters' in error && 'code' in error && Object.hasOwn(remedies, String(error.code))

function explain({ code, message, parameters }: PlatformError): string {
  const { errors, newest_version } = parameters
  const others = Array.isArray(errors) ? errors.slice(1).map(each => `\n- ${each}`) : []
  const remedy =
    newest_version === undefined
      ? remedies[code][1]
      : `Read version ${newest_version}, and save your change of it with ${newest_version} as parent_version.`
  return `${code}: ${message}.${others.join('')}\nWhat to do: ${remedy}`
}
