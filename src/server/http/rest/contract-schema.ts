import type { TSchema } from 'typebox'
import type { CallContract } from '../../../model/call'
import { isObject, type JsonObject } from '../../../model/json'
import { failing } from './failures'

interface Described {
  readonly operationId: string
  readonly tag: string
  /** What the path names: it is asked for nowhere else. */
  readonly inPath: readonly string[]
}

/**
 * A call of the console's kind in OpenAPI, from its contract: what it takes, what it answers, and whose session it
 * needs.
 */
export function describeCall(
  { method, access, request, response }: CallContract,
  { operationId, tag, inPath }: Described,
): JsonObject {
  const { properties, required } = contractParts(request)
  const asked = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const input: JsonObject =
    method === 'GET'
      ? {
          parameters: asked.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
        }
      : asked.length === 0
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    additionalProperties: false,
                    required: asked.map(([name]) => name).filter((name) => required.includes(name)),
                    properties: Object.fromEntries(asked),
                  },
                },
              },
            },
          }
  const given = contractParts(response)
  const schema = {
    type: 'object',
    required: ['ok', ...given.required],
    properties: { ok: { const: true }, ...given.properties },
  }
  return {
    tags: [tag],
    operationId,
    security: access === 'public' ? [] : [{ session: [] }],
    ...input,
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema } } },
      ...failing('NOT_FOUND', 'VALIDATION'),
    },
  }
}

/** A contract's schema as plain JSON. */
export function contractParts(schema: TSchema): {
  readonly properties: { readonly [name: string]: JsonObject }
  readonly required: readonly string[]
} {
  const { properties, required } = JSON.parse(JSON.stringify(schema)) as JsonObject
  return {
    properties: isObject(properties) ? (properties as { [name: string]: JsonObject }) : {},
    required: Array.isArray(required) ? required.map(String) : [],
  }
}
