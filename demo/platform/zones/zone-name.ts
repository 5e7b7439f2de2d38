import { isIdentifier } from '../campaign/names.js'
import { RestError } from '../http/rest-error.js'

export const INVALID_ZONE_NAME = 'A zone name must have 1 to 100 letters, digits, dashes or underscores'

export const isZoneName = isIdentifier

/** Throws `invalid_zone_name`. A call checks the name first: with a wrong one, its data identify nobody. */
export function checkZoneName(name: string): void {
  if (!isZoneName(name)) throw new RestError('invalid_zone_name', INVALID_ZONE_NAME, { parameters: { name } })
}
