import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { failing } from './failures'

const text = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  example,
})

const ANY: JsonObject = {
  description: 'A number; of money and decimals as their field has it; null: nothing to take a mean of.',
}
const FILTERS: JsonObject = {
  type: ['object', 'null'],
  description: "The list's filters that find these rows; null: no one query says it.",
}

/** The numbers of a catalogue over the rows of its list. */
export function statsCall({ name, stats }: Resource, tag: string): JsonObject {
  const [first] = stats
  const ids = stats.map(({ id, title }) => `\`${id}\`: ${title}`).join('; ')
  const part: JsonObject = {
    type: 'object',
    required: ['key', 'label', 'value', 'count', 'filters'],
    properties: {
      key: { type: ['string', 'null'] },
      label: { type: ['string', 'null'] },
      value: ANY,
      count: { type: 'integer' },
      filters: FILTERS,
      split: { type: 'array', items: { type: 'object' } },
    },
  }
  const item: JsonObject = {
    type: 'object',
    required: ['id', 'value', 'count', 'filters'],
    properties: {
      id: { enum: stats.map(({ id }) => id) },
      value: ANY,
      count: { type: 'integer', description: 'Rows that it is over.' },
      filters: FILTERS,
      before: { description: 'The same over the like time before.' },
      parts: { type: 'array', items: part },
      each: { type: 'string' },
      others: { type: 'object', description: 'Values of a reference beyond those that are named.' },
    },
  }
  const example: Json = {
    items: [{ id: first?.id ?? 'all', value: 12, count: 12, filters: {} }],
    as_of: '2026-11-23T15:00:00.000Z',
  }
  return {
    tags: [tag],
    operationId: `${name}_stats`,
    summary: 'Numbers',
    'x-codeSamples': [
      {
        lang: 'Shell',
        source: `curl -H "Authorization: Bearer $KEY" "$URL/api/rest/${name}/stats?ids=${first?.id ?? ''}"`,
      },
    ],
    description: `Counted over the rows that the list has under the same filters: \`filters\` (JSON), \`q\`, \`date_from\`, \`date_to\`. ${ids}.`,
    parameters: [
      text('ids', 'Some of the numbers, by comma; by default all that are seen.', first?.id ?? ''),
      text('compare', '1: the like time before is counted as well, where there is a first day.', '1'),
      text('filters', 'Field → value, list of values, or operators.', '{"id":[1,2]}'),
    ],
    responses: {
      200: {
        description: 'OK',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['items', 'as_of'],
              properties: { items: { type: 'array', items: item }, as_of: { type: 'string', format: 'date-time' } },
            },
            example,
          },
        },
      },
      ...failing('MALFORMED', 'NOT_FOUND'),
    },
  }
}
