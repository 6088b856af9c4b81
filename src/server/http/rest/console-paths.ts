import type { Entity } from '../../../model/entity'
import { IMPORT_ONLY, IMPORT_PAGE } from '../../../model/import-answer'
import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Actor } from '../../../model/rights/actor'
import { ENCODINGS } from '../../../model/values/text-encoding'
import type { CONSOLE_RESPONSES } from './console-answers'
import { failing, type ShownFailure } from './failures'

/** A catalogue that the asker sees. */
export interface SeenCatalogue {
  readonly resource: Resource
  readonly entity: Entity
  /** The asker may change its records. */
  readonly edits: boolean
  /** They may make new ones. */
  readonly creates: boolean
}

/** A call below the endpoint of every catalogue that has it. */
interface ConsoleCall {
  readonly name: string
  readonly method: 'get' | 'post'
  readonly summary: string
  readonly has: (of: SeenCatalogue) => boolean
  /** API keys may make it. */
  readonly keys?: true
  /** Of the query, or of the body where there is one. */
  readonly asks: readonly Parameter[]
  readonly sends?: 'json' | 'file'
  readonly answers: keyof typeof CONSOLE_RESPONSES
  readonly fails: readonly ShownFailure[]
}

interface Parameter {
  readonly name: string
  readonly schema: JsonObject
  readonly description: string
  readonly example: Json
  readonly required?: true
}

const asked = (
  name: string,
  schema: JsonObject | string,
  description: string,
  example: Json,
  required?: true,
): Parameter => ({
  name,
  schema: typeof schema === 'string' ? { type: schema } : schema,
  description,
  example,
  ...(required && { required }),
})

const FILTERS = asked('filters', 'string', 'Field → value, list of values, or operators, as JSON.', '{}')
const BOX = 'West, south, east, north.'
const ANY_ID = { type: ['integer', 'string'] }
const RUN = asked('id', 'integer', 'The import.', 1, true)
const ROW = asked('row', 'integer', 'Row of the sheet, line of a csv file.', 2, true)

const PAGE = [
  asked('page', { type: 'integer', minimum: 1, default: 1 }, `Of ${IMPORT_PAGE} rows.`, 1),
  asked(
    'only',
    { type: 'string', enum: [...IMPORT_ONLY] },
    'Rows with errors, warnings and so on; absent: all.',
    'errors',
  ),
]

const isMap = ({ resource }: SeenCatalogue): boolean => resource.list.layouts.some(({ kind }) => kind === 'map')
const isHeat = ({ resource }: SeenCatalogue): boolean => resource.stats.some(({ as }) => as === 'map')
const isMerged = ({ resource, entity, edits }: SeenCatalogue): boolean =>
  edits && !resource.singleton && entity.apart === undefined
const isImported = ({ resource, creates }: SeenCatalogue): boolean => creates && resource.import !== null

/** A call that changes an import and answers how it is then. */
const change = (name: string, summary: string, ...asks: readonly Parameter[]): ConsoleCall => ({
  name,
  method: 'post',
  summary,
  has: isImported,
  asks: [RUN, ...asks, ...PAGE],
  sends: 'json',
  answers: 'ImportView',
  fails: ['MALFORMED', 'NOT_FOUND', 'VALIDATION', 'CONFLICT'],
})

const CALLS: readonly ConsoleCall[] = [
  {
    name: 'map',
    method: 'get',
    summary: 'The rows of a list where they are',
    has: isMap,
    asks: [
      asked('box', 'string', `${BOX} Absent: all, if they are few.`, '-77.2,-12.3,-76.8,-11.9'),
      asked('zoom', { type: 'integer', minimum: 0, maximum: 22 }, 'How fine many rows are counted.', 12),
      asked(
        'count',
        { type: 'string', enum: ['none'] },
        'Leaves the totals out, which do not depend on the box.',
        'none',
      ),
      FILTERS,
    ],
    answers: 'Map',
    fails: ['MALFORMED', 'NOT_FOUND'],
  },
  {
    name: 'heat',
    method: 'get',
    summary: 'The cells of a map over the rows of a list',
    has: isHeat,
    keys: true,
    asks: [
      asked('stat', 'string', 'A number that is a map, as `stats` names it.', 'all', true),
      asked('box', 'string', BOX, '-77.2,-12.3,-76.8,-11.9', true),
      asked('level', 'integer', '2^level cells go around the earth.', 14, true),
      FILTERS,
    ],
    answers: 'Heat',
    fails: ['MALFORMED', 'NOT_FOUND'],
  },
  {
    name: 'mergePreview',
    method: 'get',
    summary: 'What a merge would do',
    has: isMerged,
    asks: [
      asked('id', ANY_ID, 'The record that goes.', 2, true),
      asked('into', ANY_ID, 'The one that stays.', 1, true),
    ],
    answers: 'MergeView',
    fails: ['NOT_FOUND', 'VALIDATION'],
  },
  {
    name: 'merge',
    method: 'post',
    summary: 'Leads all that refers to a record to another one, and removes it',
    has: isMerged,
    asks: [
      asked('id', ANY_ID, 'The record that goes.', 2, true),
      asked('into', ANY_ID, 'The one that stays.', 1, true),
      asked('version', 'integer', 'The version that was read of the first; an old one is refused with CONFLICT.', 1),
      asked('into_version', 'integer', 'That of the second.', 1),
      asked('values', 'object', 'Values of the first that the second gets.', {}),
    ],
    sends: 'json',
    answers: 'Merged',
    fails: ['NOT_FOUND', 'VALIDATION', 'CONFLICT'],
  },
  {
    name: 'importFormat',
    method: 'get',
    summary: 'An empty file to fill in',
    has: isImported,
    asks: [],
    answers: 'ImportFormat',
    fails: ['NOT_FOUND'],
  },
  {
    name: 'importVerify',
    method: 'post',
    summary: 'Sends a file and checks it',
    has: isImported,
    asks: [
      asked('file', { type: 'string', format: 'binary' }, 'An xlsx or a text file.', '@filas.xlsx', true),
      asked('values', 'string', 'Values of every row, whatever the file has there: JSON by field.', '{}'),
      asked('encoding', { type: 'string', enum: [...ENCODINGS] }, 'How a text is read; absent: as it seems.', 'utf-8'),
      asked('blanks', { type: 'string', enum: ['keep', 'empty'] }, 'What a blank cell does to a value.', 'keep'),
    ],
    sends: 'file',
    answers: 'ImportView',
    fails: ['MALFORMED', 'VALIDATION', 'TOO_LARGE'],
  },
  change('importSave', 'Saves its valid rows'),
  {
    name: 'importStatus',
    method: 'get',
    summary: 'The state of an import',
    has: isImported,
    asks: [RUN],
    answers: 'ImportStatus',
    fails: ['NOT_FOUND'],
  },
  {
    name: 'importRows',
    method: 'get',
    summary: 'The rows of an import',
    has: isImported,
    asks: [RUN, ...PAGE],
    answers: 'ImportView',
    fails: ['MALFORMED', 'NOT_FOUND'],
  },
  change(
    'importFix',
    'Puts texts into cells of a row',
    ROW,
    asked('cells', 'object', 'Texts by key.', { name: 'Kia' }, true),
  ),
  change(
    'importAssign',
    'Puts a text into the wrong cells of a column',
    asked('key', 'string', 'The column.', 'name', true),
    asked('value', 'string', 'The text.', 'Kia', true),
    asked('was', 'string', 'Only cells with this text.', 'KIA'),
  ),
  change(
    'importExclude',
    'Leaves rows out, or takes them in again',
    asked('rows', {}, "Their numbers, or `'errors'`.", [2], true),
    asked('excluded', { type: 'boolean', default: true }, 'false: takes them in.', true),
  ),
  change(
    'importBlanks',
    'Says what a blank cell does to a value',
    asked('blanks', { type: 'string', enum: ['keep', 'empty'] }, 'The value stays, or is emptied.', 'keep', true),
  ),
  change(
    'importMap',
    "Gives the file's columns to fields",
    asked('keys', { type: 'array', items: { type: ['string', 'null'] } }, 'One for each column.', ['name'], true),
  ),
  change('importUndo', 'Takes back what it saved, within a day'),
  change('importCancel', 'Ends it'),
  {
    name: 'importList',
    method: 'get',
    summary: "The asker's own imports",
    has: isImported,
    asks: [],
    answers: 'ImportList',
    fails: ['NOT_FOUND'],
  },
]

/**
 * What a console does with catalogues beside their records: calls of its API with its session, of which keys may make
 * a few. They are the same of each catalogue, so a path stands for all that have the call.
 */
export function consolePaths(
  actor: Actor,
  catalogues: readonly SeenCatalogue[],
): { readonly [path: string]: JsonObject } {
  const paths: { [path: string]: JsonObject } = {}
  for (const call of CALLS) {
    if (actor.key && !call.keys) continue
    const having = catalogues.filter(call.has)
    for (const folder of new Set(having.map(folderOf))) {
      const some = having.filter((one) => folderOf(one) === folder)
      paths[`/${folder}{catalogue}/${call.name}`] = {
        servers: [{ url: '/api/admin' }],
        parameters: [catalogueParameter(folder, some)],
        [call.method]: describe(call, folder, some),
      }
    }
  }
  return paths
}

const folderOf = ({ resource: { endpoint } }: SeenCatalogue): string => endpoint.slice(0, endpoint.lastIndexOf('/') + 1)

const lastPart = (folder: string, { resource: { endpoint } }: SeenCatalogue): string => endpoint.slice(folder.length)

const catalogueParameter = (folder: string, some: readonly SeenCatalogue[]): JsonObject => ({
  name: 'catalogue',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: some.map((one) => lastPart(folder, one)) },
})

function describe(call: ConsoleCall, folder: string, some: readonly SeenCatalogue[]): JsonObject {
  const first = some[0]?.resource.endpoint ?? ''
  const example = Object.fromEntries(call.asks.map((one) => [one.name, one.example]))
  return {
    tags: ['console'],
    operationId: `${folder.replaceAll('/', '_')}console_${call.name}`,
    summary: call.summary,
    ...(call.keys ? {} : { security: [{ session: [] }] }),
    'x-codeSamples': [{ lang: 'Shell', source: curl(call, first, example) }],
    ...(call.sends
      ? { requestBody: bodyOf(call, example) }
      : { parameters: call.asks.map(({ required = false, ...one }) => ({ ...one, in: 'query', required })) }),
    responses: { 200: { $ref: `#/components/responses/${call.answers}` }, ...failing(...call.fails) },
  }
}

function bodyOf({ asks, sends }: ConsoleCall, example: JsonObject): JsonObject {
  const schema: JsonObject = {
    type: 'object',
    required: asks.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      asks.map(({ name, schema: of, description }) => [name, { ...of, description }] as const),
    ),
  }
  const type = sends === 'file' ? 'multipart/form-data' : 'application/json'
  return { required: true, content: { [type]: { schema, ...(sends === 'json' && { example }) } } }
}

/** The call as it is typed in a terminal, with what it must have. */
function curl({ name, asks, sends, keys }: ConsoleCall, endpoint: string, example: JsonObject): string {
  const needed = asks.filter(({ required }) => required)
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  const sent =
    sends === 'json'
      ? ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(Object.fromEntries(needed.map((one) => [one.name, example[one.name] ?? null]))))}`
      : sends === 'file'
        ? needed.map((one) => ` -F ${quoted(`${one.name}=${String(one.example)}`)}`).join('')
        : ''
  const query = sends ? '' : needed.map((one) => `${one.name}=${String(one.example)}`).join('&')
  return `curl -H "Authorization: Bearer ${keys ? '$KEY' : '$TOKEN'}"${sent} "$URL/api/admin/${endpoint}/${name}${query && `?${query}`}"`
}
