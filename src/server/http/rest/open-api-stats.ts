import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { plainSchema, statsSchema } from './answer-schemas'
import { failing } from './failures'

const text = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  example,
})

/** The numbers of a catalogue over the rows of its list. */
export function statsCall({ name, stats }: Resource, tag: string): JsonObject {
  const [first] = stats
  const ids = stats.map(({ id, title }) => `\`${id}\`: ${title}`).join('; ')
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
            schema: plainSchema(statsSchema(stats)),
            example,
          },
        },
      },
      ...failing('MALFORMED', 'NOT_FOUND'),
    },
  }
}
