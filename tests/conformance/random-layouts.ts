import type { Json, JsonObject } from '../../src/model/json'

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const chance = (random: Random, of: number): boolean => random() < of

/** Every layout that a schema has the fields for. */
export function randomLayouts(random: Random, schema: JsonObject): JsonObject {
  const properties = Object.entries(schema.properties as { readonly [field: string]: JsonObject })
  const named = (end: RegExp): string[] =>
    properties.flatMap(([name, property]) => (end.test(name) && property['x-formula'] === undefined ? [name] : []))
  const layouts: Json[] = [
    'table',
    ...boardOf(random, properties),
    ...calendarOf(named),
    ...mapOf(properties),
    ...(chance(random, 0.5) ? ['two-pane'] : []),
  ]
  const fields = named(/_(text|integer|money|flag|time)$/)
  return { list: { layouts: [...layouts, ...(fields.length > 0 ? [{ as: 'inline', fields }] : [])] } }
}

/** A board by what there is to divide by, with a sum and an age where there are fields for them. */
function boardOf(random: Random, fields: readonly (readonly [string, JsonObject])[]): JsonObject[] {
  const by = fields.filter(([name, property]) => /_(enum|flag)$/.test(name) || property['x-type'] === 'ref')
  if (by.length === 0) return []
  const [number] = fields.find(([name]) => /_(integer|decimal|money|distance)$/.test(name)) ?? []
  const [since] = fields.find(([name]) => /_(date|datetime)$/.test(name)) ?? []
  return [
    {
      as: 'board',
      by: pick(random, by)[0],
      ...(number && chance(random, 0.7) ? { sum: number } : {}),
      ...(since && chance(random, 0.7) ? { age: chance(random, 0.5) ? since : { f: since, late: '2h' } } : {}),
    },
  ]
}

/** A calendar by the first day there is, over two where they are of one kind. */
function calendarOf(named: (end: RegExp) => readonly string[]): JsonObject[] {
  const kinds = [named(/_datetime$/), named(/_date$/)]
  const [from, to] = kinds.find((names) => names.length > 1) ?? kinds.find((names) => names.length > 0) ?? []
  return from === undefined ? [] : [{ as: 'calendar', from, ...(to === undefined ? {} : { to }) }]
}

function mapOf(fields: readonly (readonly [string, JsonObject])[]): JsonObject[] {
  const [at] = fields.find(([, property]) => ['point', 'polygon'].includes(String(property['x-type']))) ?? []
  return at === undefined ? [] : [{ as: 'map', at }]
}
