import type { Json, JsonObject } from '../../../model/json'
import type { Layout } from '../../../model/layout'
import type { Resource } from '../../../model/resource'
import { boardSchema, plainSchema } from './answer-schemas'
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
  const content: Json = { 'application/json': { schema: plainSchema(boardSchema(name)), example } }
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
