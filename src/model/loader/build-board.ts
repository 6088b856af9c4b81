import type { BoardAge } from '../board'
import type { Field } from '../field'
import type { Json, JsonObject } from '../json'
import type { Layout } from '../layout'
import { choices } from '../rules/choices'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import type { ResourceRoom } from './resource-room'

type Board = Extract<Layout, { readonly kind: 'board' }>

const SECONDS: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 }
const DAY_S = 86_400
/** Where only the first limit is said: very late after so many times as long. */
const TIMES = 3

/**
 * Since when the cards of a board wait, and when that is long; days where nothing is said.
 * @param untilOf the moment that is named for a column
 */
export function buildAge(
  written: Json,
  f: string,
  by: string,
  room: ResourceRoom,
  place: ErrorPlace,
  untilOf: (column: string) => string | undefined,
): BoardAge {
  const said = typeof written === 'object' && written !== null ? (written as JsonObject) : {}
  const seconds = (key: 'late' | 'very_late'): number | null => {
    const text = said[key]
    if (text === undefined) return null
    const found = /^(\d{1,6})([mhd])$/.exec(String(text))
    const value = found ? Number(found[1]) * (SECONDS[found[2] ?? ''] ?? 0) : 0
    if (value === 0)
      place
        .in(key)
        .error(
          'M112',
          `"${String(text)}" is no length of time. Write minutes, hours or days, such as "90m", "12h", "3d".`,
        )
    return value === 0 ? null : value
  }
  const late_s = seconds('late') ?? DAY_S
  const very_late_s = seconds('very_late') ?? late_s * TIMES
  if (very_late_s <= late_s)
    place.in('very_late').error('M112', 'a card is late before it is very late. Write a longer time here.')
  const field = room.entity.fields[by]
  const waits = Array.isArray(said.in)
    ? said.in.map(String)
    : room.entity.flow?.field === by
      ? statesWithMoves(room)
      : undefined
  if (Array.isArray(said.in)) waits?.forEach((value, i) => checkValue(value, field, place.in('in', i), 'M112'))
  const columns = typeof said.until === 'object' && said.until !== null ? Object.keys(said.until) : []
  columns.forEach((value) => checkValue(value, field, place.in('until', value), 'M112'))
  const until = Object.fromEntries(
    columns.flatMap((value) => {
      const name = untilOf(value)
      return name === undefined ? [] : [[value, name]]
    }),
  )
  return { f, late_s, very_late_s, ...(columns.length > 0 && { until }), ...(waits && { in: waits }) }
}

/** The columns whose cards sound until they are moved on. */
export function buildRings(
  written: Json | undefined,
  by: string,
  room: ResourceRoom,
  place: ErrorPlace,
): readonly string[] | undefined {
  if (!Array.isArray(written)) return undefined
  const values = written.map(String)
  values.forEach((value, i) => checkValue(value, room.entity.fields[by], place.in(i), 'M112'))
  return values
}

/** The states that a move leads from: in the others nothing waits. */
function statesWithMoves({ entity: { flow } }: ResourceRoom): readonly string[] {
  return [...new Set(Object.values(flow?.moves ?? {}).flatMap(({ from, to }) => (to === null ? [] : from)))]
}

/** The actions that lead a card to a column, by the column's value, where no flow says so. */
export function buildDrops(
  written: Json | undefined,
  by: string,
  json: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): Board['moves'] {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined
  const { entity } = room
  if (entity.flow?.field === by) {
    place.error('M113', `the moves of "${entity.name}" lead from column to column already. Remove "moves".`)
    return undefined
  }
  const ids = Array.isArray(json.actions)
    ? json.actions.flatMap((action: Json) => String((action as JsonObject).id ?? ''))
    : []
  const entries = Object.entries(written as JsonObject)
  for (const [value, names] of entries) {
    checkValue(value, entity.fields[by], place.in(value), 'M113')
    for (const [i, name] of listOf(names).entries()) {
      if (!ids.includes(name))
        place.in(value, i).error('M113', `the resource has no action "${name}".${didYouMean(name, ids)}`)
    }
  }
  return Object.fromEntries(entries.map(([value, names]) => [value, listOf(names)]))
}

const listOf = (json: Json): readonly string[] => (Array.isArray(json) ? json.map(String) : [])

function checkValue(value: string, field: Field | undefined, place: ErrorPlace, id: 'M112' | 'M113'): void {
  const known = field?.ref ? null : field?.type === 'enum' ? choices(field).map((choice) => choice.value) : ['0', '1']
  if (known && !known.includes(value))
    place.error(id, `"${value}" is no column of the board.${didYouMean(value, known)}`)
}
