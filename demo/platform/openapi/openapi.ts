/** The parts of OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1) that the platform's documents are made of. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    examples: Record<string, Example>
    securitySchemes: Record<string, SecurityScheme>
  }
}

export type Method = 'get' | 'post' | 'put' | 'delete'

export interface Operation {
  operationId: string
  tags: [string]
  summary: string
  description?: string
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
  /** Any one of them suffices; `{}` stands for none at all. */
  security: Record<string, string[]>[]
}

export interface Reference {
  $ref: string
}

/** What a reference refers to, among its kind. */
export const nameIn = ({ $ref }: Reference): string => $ref.split('/').at(-1)!

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string | undefined
  schema: JsonSchema
}

export interface Header {
  description: string
  schema: JsonSchema
  examples?: Record<string, Example>
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Content
}

export type Content = Record<string, { schema: JsonSchema; examples?: Record<string, Reference> }>

export interface Example {
  /** What to do about an error. */
  summary?: string
  value: unknown
}

export interface SecurityScheme {
  type: 'apiKey'
  in: 'header' | 'query' | 'cookie'
  name: string
  description: string
}

/** JSON Schema 2020-12, as much of it as schemas of ours come out as. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string | undefined
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  contentMediaType?: string
  contentSchema?: JsonSchema
}
