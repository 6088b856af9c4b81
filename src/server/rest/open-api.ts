import { mayWrite, maySee, visibleModel } from '../../model/rights/access'
import type { Actor } from '../../model/rights/actor'
import type { Json, JsonObject } from '../../model/json'
import type { Entity } from '../../model/entity'
import type { Action, Resource } from '../../model/resource'
import { resourceTitle } from '../records/read/labels'
import type { Runtime } from '../runtime'
import { fieldSchema, recordSchemas } from './record-schema'

/** The description (OpenAPI 3.1) of what an actor may do through /api/rest, generated from the current Model. */
export function openApi(runtime: Runtime, actor: Actor): JsonObject {
  const model = visibleModel(runtime.model(), actor)
  const resources = Object.values(model.resources).filter((resource) => maySee(actor, resource) && resource.rest === undefined)
  const schemas: { [name: string]: Json } = { Failure: FAILURE }
  const paths: { [path: string]: Json } = {}
  for (const resource of resources) {
    const entity = model.entities[resource.entity]
    if (!entity) continue
    const { read, write } = recordSchemas(runtime, actor, model, resource, entity)
    schemas[resource.name] = read
    const title = resourceTitle(runtime.words, actor.language, resource)
    const edits = mayWrite(actor, resource)
    if (edits) schemas[`${resource.name}_input`] = write
    paths[`/${resource.name}`] = { get: listCall(resource, title), ...(edits && !resource.singleton ? { post: writeCall(resource, title, 'create') } : {}) }
    paths[`/${resource.name}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: idSchema(entity) }],
      get: { tags: [title], operationId: `${resource.name}_read`, responses: { 200: answer(ref(resource.name)), ...FAILURES } },
      ...(edits ? { put: writeCall(resource, title, 'change'), ...(resource.singleton ? {} : { delete: removeCall(resource, title) }) } : {}),
    }
    const id = { name: 'id', in: 'path', required: true, schema: idSchema(entity) }
    for (const action of resource.actions.filter(({ move }) => move)) {
      paths[`/${resource.name}/{id}/${action.id}`] = { parameters: [id], post: moveCall(runtime, actor, resource, action, title) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Simple REST',
      version: '1',
      description: 'Same rules, scope and activity log as the console. Money and decimals that a double cannot hold come as strings.',
    },
    servers: [{ url: '/api/rest' }],
    security: [{ bearer: [] }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: JsonObject): JsonObject => ({ description: 'OK', content: { 'application/json': { schema } } })

const FAILURE: JsonObject = {
  type: 'object',
  required: ['ok', 'msg', 'code'],
  properties: {
    ok: { const: false },
    msg: { type: 'string', description: 'For a person, in the language of the user.' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field → what is wrong there.' },
  },
}
const FAILURES: JsonObject = { default: { description: 'Failure', content: { 'application/json': { schema: ref('Failure') } } } }

function parameter(name: string, description: string, example: string): JsonObject {
  return { name, in: 'query', description, schema: { type: 'string' }, example }
}

function listCall({ name }: Resource, title: string): JsonObject {
  return {
    tags: [title],
    operationId: `${name}_list`,
    parameters: [
      parameter('sort', 'Field and direction.', '["id","ASC"]'),
      parameter('range', 'First and last row, from 0; 1000 rows at most.', '[0,24]'),
      parameter('filter', 'Field → value, list of values, or operators ({"gte":5}); q searches.', '{"id":[1,2]}'),
      parameter('count', '`exact` counts all rows of a large table.', 'exact'),
    ],
    responses: {
      200: {
        ...answer({ type: 'array', items: ref(name) }),
        headers: {
          'Content-Range': { description: '`name first-last/total`', schema: { type: 'string' } },
          'X-Total-Is-Exact': { description: 'false: there are at least `total`.', schema: { type: 'string', enum: ['true', 'false'] } },
        },
      },
      ...FAILURES,
    },
  }
}

function writeCall({ name }: Resource, title: string, verb: 'create' | 'change'): JsonObject {
  return {
    tags: [title],
    operationId: `${name}_${verb}`,
    requestBody: { required: true, content: { 'application/json': { schema: ref(`${name}_input`) } } },
    responses: { 200: answer(ref(name)), ...FAILURES },
  }
}

function removeCall({ name }: Resource, title: string): JsonObject {
  return { tags: [title], operationId: `${name}_remove`, responses: { 200: answer(ref(name)), ...FAILURES } }
}

const idSchema = ({ key }: Entity): JsonObject => (key ? { type: 'string', ...key } : { type: 'integer', minimum: 1 })

/** A move of a record's flow: its answers in the body, the record as the move left it in the answer. */
function moveCall(runtime: Runtime, actor: Actor, resource: Resource, { id, title, ask }: Action, tag: string): JsonObject {
  const asked = ask?.fields ?? []
  const schema: JsonObject = {
    type: 'object', additionalProperties: false,
    required: asked.filter(({ required }) => required).map(({ name }) => name),
    properties: { version: { type: 'integer', description: 'The version that was read; an old one is refused with CONFLICT.' }, ...Object.fromEntries(asked.map((field) => [field.name, fieldSchema(runtime, actor, resource, field)])) },
  }
  return {
    tags: [tag], operationId: `${resource.name}_${id}`, summary: title ?? id,
    description: 'A record in another state is refused with 409, and `conflict` says in which and by whom.',
    requestBody: { required: false, content: { 'application/json': { schema } } },
    responses: { 200: answer(ref(resource.name)), ...FAILURES },
  }
}
