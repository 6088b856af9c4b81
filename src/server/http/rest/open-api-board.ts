import type { Json, JsonObject } from '../../../model/json'
import type { Layout } from '../../../model/layout'
import type { Resource } from '../../../model/resource'
import { failing } from './failures'

const text = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  example,
})

/** The list divided by the values of a field, for a program's own board. */
export function boardCall(
  { name }: Resource,
  tag: string,
  { read }: { readonly read: JsonObject },
  { by, sum }: Extract<Layout, { kind: 'board' }>,
): JsonObject {
  const value = read[by] ?? null
  const summed = sum === undefined ? undefined : (read[sum] ?? null)
  const example: JsonObject = {
    by,
    total: 1,
    columns: [
      { value, label: String(value ?? ''), count: 1, ...(summed === undefined ? {} : { sum: summed }), items: [read] },
    ],
  }
  const column: JsonObject = {
    type: 'object',
    required: ['value', 'label', 'count', 'items'],
    properties: {
      value: { type: ['string', 'integer', 'null'], description: 'null: the records without a value.' },
      label: { type: 'string' },
      color: { type: 'string' },
      count: { type: 'integer', description: 'All its records.' },
      sum: { type: ['number', 'string', 'null'], description: 'Of all its records.' },
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` }, description: 'The first ones.' },
      after: { type: 'string', description: 'There are more: the list filtered by this value has them.' },
    },
  }
  const schema: JsonObject = {
    type: 'object',
    required: ['by', 'total', 'columns'],
    properties: {
      by: { type: 'string' },
      total: { type: 'integer' },
      columns: { type: 'array', items: column },
      others: {
        type: 'object',
        description: 'Columns beyond those, and their records.',
        properties: { columns: { type: 'integer' }, count: { type: 'integer' } },
      },
    },
  }
  const content: Json = { 'application/json': { schema, example } }
  return {
    tags: [tag],
    operationId: `${name}_board`,
    'x-codeSamples': [
      {
        lang: 'Shell',
        source: `curl -H "Authorization: Bearer $KEY" "$URL/api/rest/${name}/board?by=${by}&range=%5B0,9%5D"`,
      },
    ],
    parameters: [
      text('by', 'The choice, flag or reference whose values are the columns.', by),
      ...(sum === undefined ? [] : [text('sum', 'A number that is summed for each column.', sum)]),
      text('sort', 'Field and direction, within each column.', '["id","ASC"]'),
      text('range', 'As many records of each column.', '[0,24]'),
      text('filter', 'As of the list.', '{}'),
    ],
    responses: { 200: { description: 'OK', content }, ...failing('MALFORMED') },
  }
}
