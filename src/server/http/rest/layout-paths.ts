import type { Json, JsonObject } from '../../../model/json'
import { MAX_CALENDAR_DAYS, MAX_CALENDAR_ROWS } from '../../../model/calendar-days'
import type { Resource } from '../../../model/resource'
import { MAX_SAVED_ROWS } from '../../records/save-rows'
import { calendarSchema, plainSchema, savedRowsSchema } from './answer-schemas'
import { failing } from './failures'

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: JsonObject, example: Json): JsonObject => ({
  description: 'OK',
  content: { 'application/json': { schema, example } },
})
const day = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'string', format: 'date' },
  example,
})

const sample = (rest: string): JsonObject => ({
  'x-codeSamples': [{ lang: 'Shell', source: `curl -H "Authorization: Bearer $KEY" ${rest}` }],
})

/** The calls behind the layouts of a catalogue's list, by path. @param edits the asker may change its records */
export function layoutPaths(
  resource: Resource,
  title: string,
  { read, change }: { readonly read: JsonObject; readonly change: JsonObject },
  edits: boolean,
): { readonly [path: string]: JsonObject } {
  const {
    name,
    list: { layouts },
  } = resource
  return {
    ...(layouts.some(({ kind }) => kind === 'calendar')
      ? { [`/${name}/calendar`]: { get: calendarCall(resource, title, read) } }
      : {}),
    ...(edits && !resource.singleton
      ? { [`/${name}/saveRows`]: { post: saveRowsCall(resource, title, read, change) } }
      : {}),
  }
}

function calendarCall({ name }: Resource, title: string, read: JsonObject): JsonObject {
  return {
    tags: [title],
    operationId: `${name}_calendar`,
    summary: 'By day',
    ...sample(`"$URL/api/rest/${name}/calendar?from=2026-11-01&to=2026-11-30"`),
    description:
      "Exact counts of each day, and the first records that begin on it. Filters as the console's list: `filters` (JSON), `q`, `date_from`, `date_to`.",
    parameters: [
      day('from', 'The first day.', '2026-11-01'),
      day('to', `The last day; ${MAX_CALENDAR_DAYS} days at most.`, '2026-11-30'),
      {
        name: 'per_day',
        in: 'query',
        description: `Records of each day; with the days ${MAX_CALENDAR_ROWS} at most.`,
        schema: { type: 'integer', minimum: 1 },
        example: 20,
      },
      {
        name: 'filters',
        in: 'query',
        description: 'Field → value, list of values, or operators.',
        schema: { type: 'string' },
        example: '{"id":[1,2]}',
      },
    ],
    responses: {
      200: answer(plainSchema(calendarSchema(name)), {
        from: '2026-11-01',
        to: '2026-11-30',
        zone: 'America/Lima',
        items: [read],
        days: { '2026-11-03': 1 },
        total: 1,
        undated: 0,
        undated_is_exact: true,
      }),
      ...failing('MALFORMED'),
    },
  }
}

function saveRowsCall({ name }: Resource, title: string, read: JsonObject, change: JsonObject): JsonObject {
  const example = { rows: [{ id: read.id ?? 1, version: 1, ...change }] }
  return {
    tags: [title],
    operationId: `${name}_save_rows`,
    summary: 'Change several',
    ...sample(
      `-H 'Content-Type: application/json' -d '${JSON.stringify(example).replaceAll("'", "'\\''")}' "$URL/api/rest/${name}/saveRows"`,
    ),
    description:
      "Each record is saved or refused for itself; where all are refused, the answer is the first one's failure, with `results`.",
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['rows'],
            properties: {
              rows: {
                type: 'array',
                minItems: 1,
                maxItems: MAX_SAVED_ROWS,
                items: {
                  allOf: [
                    ref(`${name}_input`),
                    { type: 'object', required: ['id'], properties: { id: {}, version: { type: 'integer' } } },
                  ],
                },
              },
            },
          },
          example,
        },
      },
    },
    responses: {
      200: answer(plainSchema(savedRowsSchema(name)), {
        msg: 'Guardado correctamente',
        results: [{ id: read.id ?? 1, ok: true, msg: 'Guardado correctamente', item: read }],
      }),
      ...failing('MALFORMED', 'NOT_FOUND', 'VALIDATION', 'CONFLICT'),
    },
  }
}
