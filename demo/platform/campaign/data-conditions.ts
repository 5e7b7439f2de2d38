import { z } from 'zod'

const literal = z.union([z.string(), z.number(), z.boolean()], 'Expected a string, a number or a boolean')

const range = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'Expected min, max or both')

/** A value, a list of alternatives, or a range of numbers. */
const dataCondition = z.union(
  [literal, z.array(literal).min(1), range],
  'Expected a value, a list of values, or an object with the number min, max or both',
)

type Literal = z.infer<typeof literal>
export type DataCondition = z.infer<typeof dataCondition>

/** Conditions on the data of a zone or event, by the name of the key. */
export const dataConditions = z.record(z.string().min(1).max(200), dataCondition)

/** Whether a value meets a condition. Values are compared as text, because forms and URLs send numbers as text. */
export function matches(condition: DataCondition, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false
  if (typeof condition !== 'object') return String(condition) === String(value)
  if (Array.isArray(condition)) return condition.some(each => String(each) === String(value))
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = condition
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && number >= min && number <= max
}

/** A value that meets the condition. */
export function exampleValue(condition: DataCondition): Literal | undefined {
  if (typeof condition !== 'object') return condition
  return Array.isArray(condition) ? condition[0] : (condition.min ?? condition.max)
}
