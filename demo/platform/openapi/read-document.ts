import type { oas31 } from 'zod-openapi'

const methods = ['get', 'post', 'put', 'delete'] as const

export type Method = (typeof methods)[number]

/** A schema or a reference to one. Without the extension fields (`x-…`) of the library's type, a reference fits as well. */
export type JsonSchema = {
  [Key in keyof oas31.SchemaObject as Key extends `x-${string}` ? never : Key]: oas31.SchemaObject[Key]
}

/** One call of a document. */
export interface DocumentCall {
  path: string
  method: Method
  operation: oas31.OperationObject
}

/** Lists the calls of a document in its order. */
export const callsIn = ({ paths = {} }: oas31.OpenAPIObject): DocumentCall[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(isMethod)
      .map(method => ({ path, method, operation: item[method]! })),
  )

const isMethod = (key: string): key is Method => methods.some(method => method === key)

/** The responses of a call by their status. */
export const responsesIn = ({ responses = {} }: oas31.OperationObject): [string, oas31.ResponseObject][] =>
  Object.entries(responses)

/** Whether a call can be made without a token: an empty security requirement stands for that. */
export const needsNoToken = ({ security = [] }: oas31.OperationObject): boolean =>
  security.some(way => Object.keys(way).length === 0)

/** The name of the component that a reference points to. */
export const nameIn = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1)!

/** The object itself, or the component that a reference points to. */
export function resolve<T extends object>(
  value: T | oas31.ReferenceObject,
  components: Record<string, T | oas31.ReferenceObject> = {},
): T {
  if (!isReference(value)) return value
  const component = components[nameIn(value)]
  if (!component) throw new Error(`The document has no ${value.$ref}`)
  return resolve(component, components)
}

export const isReference = (value: object): value is oas31.ReferenceObject =>
  '$ref' in value && typeof value.$ref === 'string'
