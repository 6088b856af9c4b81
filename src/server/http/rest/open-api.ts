import { mayCreate, mayWrite, maySee } from '../../../model/rights/access'
import { visibleModel } from '../../../model/visible/visible-model'
import type { Actor } from '../../../model/rights/actor'
import type { CallContract } from '../../../model/call'
import type { Json, JsonObject } from '../../../model/json'
import type { Entity } from '../../../model/entity'
import type { Action, Resource } from '../../../model/resource'
import { resourceTitle } from '../../records/fields/labels'
import type { Runtime } from '../../language/runtime'
import { CONSOLE_RESPONSES } from './console-answers'
import { consolePaths, type SeenCatalogue } from './console-paths'
import { boardCall } from './open-api-board'
import { changeExample, createExample, exampleOf, readExample } from './examples'
import { FAILURE, failing, failureResponses } from './failures'
import { layoutPaths } from './layout-paths'
import { statsCall } from './open-api-stats'
import { outwardPaths } from './outward-paths'
import { peoplePaths } from './people-paths'
import { fieldSchema, recordSchemas } from './record-schema'

/** What the calls of one catalogue show. */
interface Examples {
  readonly read: JsonObject
  readonly create: JsonObject
  readonly change: JsonObject
}

/**
 * The description (OpenAPI 3.1) of what an actor may do through /api/rest, generated from the current Model.
 * @param contracts the features' calls, of which those for applications of their own stand beside the catalogues
 */
export function openApi(runtime: Runtime, actor: Actor, contracts: readonly CallContract[] = []): JsonObject {
  const model = visibleModel(runtime.model(), actor)
  const { fieldTypes } = runtime
  const resources = Object.values(model.resources).filter(
    (resource) => maySee(actor, resource) && resource.rest === undefined,
  )
  const schemas: { [name: string]: Json } = { Failure: FAILURE }
  const paths: { [path: string]: Json } = {}
  const catalogues: SeenCatalogue[] = []
  for (const resource of resources) {
    const entity = model.entities[resource.entity]
    if (!entity) continue
    const { read, write } = recordSchemas(runtime, actor, model, resource, entity)
    schemas[resource.name] = read
    const title = resourceTitle(runtime.words, actor.language, resource)
    const fields = Object.values(entity.fields)
    const examples = {
      read: readExample(fields, fieldTypes),
      create: createExample(resource, fields, fieldTypes),
      change: changeExample(resource, fields, fieldTypes),
    }
    const edits = mayWrite(runtime.model(), actor, resource)
    if (edits) schemas[`${resource.name}_input`] = write
    catalogues.push({ resource, entity, edits, creates: edits && mayCreate(runtime.model(), actor, resource) })
    paths[`/${resource.name}`] = {
      get: listCall(resource, title, examples),
      ...(edits && resource.uncreated !== true && !resource.singleton
        ? { post: writeCall(resource, title, 'create', examples) }
        : {}),
    }
    const layout = resource.list.layouts.find(({ kind }) => kind === 'board')
    if (layout?.kind === 'board')
      paths[`/${resource.name}/board`] = { get: boardCall(resource, title, examples, layout) }
    const id = { name: 'id', in: 'path', required: true, schema: idSchema(entity), example: examples.read.id ?? 1 }
    paths[`/${resource.name}/{id}`] = {
      parameters: [id],
      get: readCall(resource, title, examples),
      ...(edits
        ? {
            put: writeCall(resource, title, 'change', examples),
            ...(resource.singleton ? {} : { delete: removeCall(resource, title, examples) }),
          }
        : {}),
    }
    for (const { name, title: document } of resource.print ?? [])
      paths[`/${resource.name}/{id}/print/${name}`] = {
        parameters: [id],
        get: printCall(resource, name, document, title, examples),
      }
    if (resource.stats.length > 0) paths[`/${resource.name}/stats`] = { get: statsCall(resource, title) }
    Object.assign(
      paths,
      layoutPaths(resource, title, examples, edits),
      peoplePaths(model.application.scopes, actor, resource, title, id),
    )
    for (const action of resource.actions.filter(({ move, on }) => move && on.length > 0)) {
      paths[`/${resource.name}/{id}/${action.id}`] = {
        parameters: [id],
        post: moveCall(runtime, actor, resource, action, title, examples),
      }
    }
  }
  Object.assign(paths, consolePaths(actor, catalogues), outwardPaths(contracts, actor))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Simple REST',
      version: '1',
      description:
        'Same rules, scope and activity log as the console. Money and decimals that a double cannot hold come as strings. Examples have the form of a record; the ids in them are made up.',
    },
    servers: [{ url: '/api/rest' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      responses: { ...failureResponses(runtime.words, actor.language), ...CONSOLE_RESPONSES },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: "The token of a console's session, as a log-in answers it; API keys are refused.",
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tr_<12>_<38>',
          description: "An API key of one's profile, as `Authorization: Bearer tr_…`; never in the address.",
        },
      },
    },
  }
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: JsonObject, example: Json): JsonObject => ({
  description: 'OK',
  content: { 'application/json': { schema, example } },
})

/** The call as it is typed in a terminal, with the server's address and the key as variables. */
function curl(path: string, method = 'GET', body?: JsonObject): JsonObject {
  const sent =
    body === undefined
      ? ''
      : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
  return {
    'x-codeSamples': [
      {
        lang: 'Shell',
        source: `curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $KEY"${sent} "$URL/api/rest/${path}"`,
      },
    ],
  }
}

const at = ({ name }: Resource, { read }: Examples): string => `${name}/${String(read.id ?? 1)}`

function parameter(name: string, description: string, example: string): JsonObject {
  return { name, in: 'query', description, schema: { type: 'string' }, example }
}

function listCall({ name }: Resource, title: string, { read }: Examples): JsonObject {
  return {
    tags: [title],
    operationId: `${name}_list`,
    ...curl(`${name}?range=%5B0,24%5D`),
    parameters: [
      parameter('sort', 'Field and direction.', '["id","ASC"]'),
      parameter('range', 'First and last row, from 0; 1000 rows at most.', '[0,24]'),
      parameter('filter', 'Field → value, list of values, or operators ({"gte":5}); q searches.', '{"id":[1,2]}'),
      parameter('count', '`exact` counts all rows of a large table.', 'exact'),
    ],
    responses: {
      200: {
        ...answer({ type: 'array', items: ref(name) }, [read]),
        headers: {
          'Content-Range': {
            description: '`name first-last/total`',
            schema: { type: 'string' },
            example: `${name} 0-0/1`,
          },
          'X-Total-Is-Exact': {
            description: 'false: there are at least `total`.',
            schema: { type: 'string', enum: ['true', 'false'] },
          },
        },
      },
      ...failing('MALFORMED'),
    },
  }
}

function readCall(resource: Resource, title: string, examples: Examples): JsonObject {
  return {
    tags: [title],
    operationId: `${resource.name}_read`,
    ...curl(at(resource, examples)),
    responses: { 200: answer(ref(resource.name), examples.read), ...failing('NOT_FOUND') },
  }
}

/** A document of a record. */
function printCall(resource: Resource, name: string, document: string, title: string, examples: Examples): JsonObject {
  const file = (type: string): JsonObject => ({ [type]: { schema: { type: 'string', format: 'binary' } } })
  return {
    tags: [title],
    operationId: `${resource.name}_print_${name}`,
    summary: document,
    ...curl(`${at(resource, examples)}/print/${name}`),
    parameters: [
      {
        ...parameter('export', 'Form of the file.', 'pdf'),
        schema: { type: 'string', enum: ['pdf', 'html'], default: 'pdf' },
      },
    ],
    responses: {
      200: { description: 'OK', content: { ...file('application/pdf'), ...file('text/html') } },
      ...failing('MALFORMED', 'NOT_FOUND', 'CONFLICT'),
    },
  }
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  example: 'order-4711-line-2',
  schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[!-~]+$' },
  description:
    'Sent again with the same key and values within a week, the call answers what it answered first and writes nothing; with other values it is 409 `KEY_REUSED`, and `first` names what came of it.',
}

function writeCall(resource: Resource, title: string, verb: 'create' | 'change', examples: Examples): JsonObject {
  const { name } = resource
  const example = examples[verb]
  return {
    tags: [title],
    operationId: `${name}_${verb}`,
    ...(verb === 'create' ? curl(name, 'POST', example) : curl(at(resource, examples), 'PUT', example)),
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: { 'application/json': { schema: ref(`${name}_input`), example } } },
    responses: {
      200: answer(ref(name), examples.read),
      ...failing(
        'MALFORMED',
        'VALIDATION',
        'KEY_REUSED',
        ...(verb === 'change' ? (['NOT_FOUND', 'CONFLICT'] as const) : []),
      ),
    },
  }
}

function removeCall(resource: Resource, title: string, examples: Examples): JsonObject {
  return {
    tags: [title],
    operationId: `${resource.name}_remove`,
    ...curl(at(resource, examples), 'DELETE'),
    responses: { 200: answer(ref(resource.name), examples.read), ...failing('NOT_FOUND', 'IN_USE') },
  }
}

const idSchema = ({ key }: Entity): JsonObject => (key ? { type: 'string', ...key } : { type: 'integer', minimum: 1 })

/** A move of a record's flow: its answers in the body, the record as the move left it in the answer. */
function moveCall(
  runtime: Runtime,
  actor: Actor,
  resource: Resource,
  { id, title, ask }: Action,
  tag: string,
  examples: Examples,
): JsonObject {
  const asked = ask?.fields ?? []
  const example: JsonObject = Object.fromEntries(
    asked.flatMap((field) => {
      const value = exampleOf(field, runtime.fieldTypes)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
  const schema: JsonObject = {
    type: 'object',
    additionalProperties: false,
    required: asked.filter(({ required }) => required).map(({ name }) => name),
    properties: {
      version: { type: 'integer', description: 'The version that was read; an old one is refused with CONFLICT.' },
      ...Object.fromEntries(asked.map((field) => [field.name, fieldSchema(runtime, actor, resource, field)])),
    },
  }
  return {
    tags: [tag],
    operationId: `${resource.name}_${id}`,
    summary: title ?? id,
    description: 'A record in another state is refused with 409, and `conflict` says in which and by whom.',
    ...curl(`${at(resource, examples)}/${id}`, 'POST', example),
    requestBody: { required: false, content: { 'application/json': { schema, example } } },
    responses: { 200: answer(ref(resource.name), examples.read), ...failing('NOT_FOUND', 'VALIDATION', 'CONFLICT') },
  }
}
