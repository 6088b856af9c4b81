import { closedIn, type Flow, type Lock, type Move } from '../flow'
import type { FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { choices } from '../rules/choices'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import type { Rule, RuleValue } from '../rules/rule'
import { checkIcon } from './check-icon'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, keyword, namedField, type EntityDraft, type FieldDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/** Names that a move cannot have: calls of every catalogue and words of its pages. */
const TAKEN = new Set(
  `form create edit open remove enable disable resort export import importFormat importVerify importRows importSave importList views saveView removeView
  why logs undo duplicate merge mergePreview set act list lookup activity states board bulkProgress bulkStop removed removing bringBack`.split(
    /\s+/,
  ),
)

/** Reads the flows of all entities; what a state locks becomes part of the `x-edit` of each field. */
export function linkFlows(
  drafts: ReadonlyMap<string, EntityDraft>,
  entities: RuleRoom['entities'],
  room: Omit<RuleRoom, 'entity' | 'entities'>,
): void {
  for (const draft of drafts.values()) {
    const written = keyword(draft, 'x-flow')
    const entity = entities[draft.name]
    if (!written || !entity || !isObject(written.value)) continue
    const flow = flowOf(draft, written.value, written.place, { ...room, entity, entities })
    if (!flow) continue
    draft.entity = { ...draft.entity, flow }
    for (const one of draft.fields.values()) closeField(one, flow)
  }
}

function flowOf(draft: EntityDraft, json: JsonObject, place: ErrorPlace, room: RuleRoom): Flow | null {
  if (json.field === undefined) return flowWithoutStates(draft, json, place, room)
  const name = String(json.field)
  const field = namedField(draft, name, place.in('field'))
  if (!field) return null
  if (json.start === undefined) place.error('M060', 'the state of a new record is missing. Write "start".')
  if (field.type !== 'enum' || (draft.entity.traits.includes('activable') && name === 'state')) {
    place
      .in('field')
      .error(
        'M060',
        `"${name}" (${field.type}) is no choice of states that a schema lists. Name an enum of this schema.`,
      )
    return null
  }
  const states = choices(field).map(({ value }) => value)
  const isState = (value: Json | undefined, at: ErrorPlace): string => {
    const text = String(value)
    if (!states.includes(text))
      at.error('M060', `no state "${text}" in "${name}".${didYouMean(text, states) || ` Known: ${states.join(', ')}.`}`)
    return text
  }
  checkField(draft, name, json.start === undefined ? '' : isState(json.start, place.in('start')))
  const moves = Object.entries((json.moves ?? {}) as { [move: string]: JsonObject }).map(
    ([move, said]): [string, Move] => {
      const at = place.in('moves', move)
      checkMoveName(move, at)
      const to = said.to === undefined ? null : isState(said.to, at.in('to'))
      const from = Array.isArray(said.from)
        ? said.from.map((state: Json, i) => isState(state, at.in('from', i)))
        : states.filter((state) => state !== to)
      if (to !== null && from.includes(to))
        at.in('from').error('M061', `the move "${move}" leads from "${to}" to itself. Remove it from "from".`)
      if (said.undo !== undefined && said.series !== undefined) {
        at.in('undo').error(
          'M065',
          `"${move}" gives a number, and a number that was given is not taken back. Remove "undo", or let another move number.`,
        )
      }
      return [move, moveOf(draft, name, said, { from, to }, room, at)]
    },
  )
  const locked = Object.entries((json.locked ?? {}) as { [state: string]: JsonObject }).map(
    ([state, said]): [string, Lock] => {
      const at = place.in('locked', state)
      isState(state, at)
      if (state === String(json.start))
        at.error('M062', `nothing could be created: a new record is in "${state}". Let it start in another state.`)
      const edit = ((said.edit ?? []) as readonly string[]).filter((one, i) => {
        if (one === name) at.in('edit', i).error('M062', `only moves change "${name}". Remove it.`)
        return namedField(draft, one, at.in('edit', i)) !== null
      })
      return [state, { edit, remove: said.remove === true }]
    },
  )
  return {
    field: name,
    start: String(json.start),
    moves: Object.fromEntries(moves),
    locked: Object.fromEntries(locked),
  }
}

/** Moves of records that have no states: what they write is said once, and done by a call. */
function flowWithoutStates(draft: EntityDraft, json: JsonObject, place: ErrorPlace, room: RuleRoom): Flow {
  for (const key of ['start', 'locked'])
    if (json[key] !== undefined)
      place.in(key).error('M060', `there are no states. Name their enum in "field", or remove "${key}".`)
  const moves = Object.entries((json.moves ?? {}) as { [move: string]: JsonObject }).map(
    ([move, said]): [string, Move] => {
      const at = place.in('moves', move)
      checkMoveName(move, at)
      for (const key of ['from', 'to'])
        if (said[key] !== undefined)
          at.in(key).error(
            'M060',
            `there are no states to lead between. Name their enum in "field" of "x-flow", or remove "${key}".`,
          )
      return [move, moveOf(draft, '', said, { from: [], to: null }, room, at)]
    },
  )
  return { field: null, start: null, moves: Object.fromEntries(moves), locked: {} }
}

/** A move is named like a call: `issue`, `setPaid`. */
function checkMoveName(move: string, place: ErrorPlace): void {
  if (!/^[a-z][A-Za-z0-9_]{0,49}$/.test(move))
    place.error('M061', `"${move}" is no name of a call: letters, digits and "_", a small letter first.`)
  if (TAKEN.has(move)) place.error('M061', `"${move}" is a call every catalogue has. Choose another name.`)
}

/** The field of a flow begins at its start, and only moves change it. */
function checkField({ fields }: EntityDraft, name: string, start: string): void {
  const one = fields.get(name)
  if (!one) return
  const { field, place } = one
  for (const key of ['x-edit', 'x-set', 'x-require', 'x-see', 'readOnly', 'default'] as const) {
    if (field.schema[key] === undefined || !place) continue
    const remedy = key === 'default' ? 'Write it in "start" of "x-flow"' : 'Say it of the moves'
    place
      .in(key)
      .error('M060', `"${name}" is the state of a flow, which only moves change. ${remedy}, and remove "${key}".`)
  }
  field.readOnly = true
  field.default = start
}

function moveOf(
  draft: EntityDraft,
  state: string,
  said: JsonObject,
  { from, to }: Pick<Move, 'from' | 'to'>,
  room: RuleRoom,
  place: ErrorPlace,
): Move {
  checkIcon(said.icon, place.in('icon'))
  const when = said.when === undefined ? undefined : parseRule(said.when, room, place.in('when'))
  if (said.automatic === true) checkAutomatic(said, to, place)
  const ask = isObject(said.ask ?? null)
    ? askOf(draft, state, said.ask as JsonObject, room.fieldTypes, place.in('ask'))
    : undefined
  const set = Object.entries((said.set ?? {}) as JsonObject).flatMap(([name, value]): [string, RuleValue][] => {
    const at = place.in('set', name)
    if (ask?.fields.includes(name)) at.error('M061', `"${name}" is asked already. Ask it or set it.`)
    const one = writtenField(draft, state, name, room.fieldTypes, at)
    const read = one ? setValue(value, one, room, at) : null
    return read ? [[name, read]] : []
  })
  return {
    title: String(said.title),
    icon: String(said.icon ?? 'bolt'),
    from,
    to,
    ...((said.tone === 'danger' || ask?.tone === 'danger') && { tone: 'danger' as const }),
    on: said.automatic === true ? [] : ((said.on ?? ['row', 'bulk']) as Move['on']),
    needs: said.needs === 'see' ? 'see' : 'edit',
    ...(typeof said.right === 'string' && { right: said.right }),
    ...(when && { when }),
    ...(typeof said.offer === 'string' && { offer: said.offer }),
    ...(ask && { ask }),
    confirm: typeof said.confirm === 'string' ? said.confirm : said.confirm === true,
    set: Object.fromEntries(set),
    ...(typeof said.series === 'string' && { series: seriesField(draft, said.series, place.in('series')) }),
    ...(said.automatic === true && { automatic: true as const }),
    ...(typeof said.undo === 'number' && { undo_s: said.undo }),
  }
}

/** A move that nobody makes has nobody to ask, and must come to an end. */
function checkAutomatic(said: JsonObject, to: string | null, place: ErrorPlace): void {
  const at = place.in('automatic')
  if (to === null) at.error('M061', 'it would happen again and again: the record stays in its state. Write "to".')
  if (said.when === undefined) at.error('M061', 'it would happen to every record at once. Say in "when" to which.')
  for (const key of ['ask', 'confirm', 'on', 'offer', 'needs', 'right', 'undo'])
    if (said[key] !== undefined)
      place.in(key).error('M061', `nobody makes the move: the program does. Remove "${key}", or "automatic".`)
  if (/"user[."]/.test(JSON.stringify([said.when ?? null, said.set ?? null])))
    at.error('M061', 'it asks about a person, and the program is none. Ask the record, a setting or the time.')
}

function askOf(
  draft: EntityDraft,
  state: string,
  json: JsonObject,
  fieldTypes: FieldTypes,
  place: ErrorPlace,
): NonNullable<Move['ask']> {
  const fields = (json.fields ?? []) as readonly string[]
  const required = (json.required ?? []) as readonly string[]
  fields.forEach((name, i) => writtenField(draft, state, name, fieldTypes, place.in('fields', i)))
  required.forEach((name, i) => {
    if (!fields.includes(name)) place.in('required', i).error('M036', `"${name}" is not asked. Add it to "fields".`)
  })
  return { fields, required, ...(json.tone === 'danger' && { tone: 'danger' as const }) }
}

function seriesField(draft: EntityDraft, name: string, place: ErrorPlace): string {
  const field = namedField(draft, name, place)
  if (field && !field.series) place.error('M064', `"${name}" has no series. Write "x-series" at it, or remove this.`)
  return name
}

/** A field of the record's own row that a move may write. */
function writtenField(
  draft: EntityDraft,
  state: string,
  name: string,
  fieldTypes: FieldTypes,
  place: ErrorPlace,
): FieldDraft | null {
  const field = namedField(draft, name, place)
  if (!field) return null
  const type = fieldTypes[field.type]
  if (
    field.system ||
    field.virtual ||
    field.secret ||
    type?.writeOnly ||
    type?.file ||
    field.series ||
    name === state
  ) {
    place.error('M061', `a move does not write "${name}" (${field.type}). Name a field of the record's own row.`)
    return null
  }
  return draft.fields.get(name) ?? null
}

const SECONDS: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 }

/** What a move gives a field: a value, the present, the mover, or another field's value. */
function setValue(json: Json, { field, isDoubtful }: FieldDraft, room: RuleRoom, place: ErrorPlace): RuleValue | null {
  const type = room.fieldTypes[field.type]
  if (!type || isDoubtful) return null
  const wrong = (sentence: string): null => {
    place.error('M061', sentence)
    return null
  }
  if (!isObject(json)) {
    if (json === null)
      return field.required
        ? wrong(`"${field.name}" is required and cannot be emptied. Write a value.`)
        : { kind: 'literal', value: null }
    const value = type.canonical(json, field)
    const error = value === null ? { key: 'required' } : type.check(value, field)
    return error
      ? wrong(
          `${JSON.stringify(json)} is no valid value of the ${field.type} "${field.name}" (${error.key}). Change it.`,
        )
      : { kind: 'literal', value }
  }
  const [[kind = '', said] = []] = Object.entries(json)
  if (kind === 'now') {
    const found = /^(?:([+-]?\d{1,6})([mhd]))?$/.exec(String(said))
    if (type.isDated !== true)
      return wrong(`"now" is for a date or a date-time, not for the ${field.type} "${field.name}".`)
    return found
      ? { kind: 'now', offset_s: Number(found[1] ?? 0) * (SECONDS[found[2] ?? ''] ?? 0) }
      : wrong(`"${String(said)}" is no distance. Write "" for the present, or "+15d", "-2h", "30m".`)
  }
  if (kind === 'user')
    return room.facts.includes(String(said))
      ? { kind: 'user', name: String(said) }
      : wrong(`no fact "${String(said)}" of the user.${didYouMean(String(said), room.facts)}`)
  if (kind === 'field') {
    const other = room.entity.fields[String(said)]
    if (other && !other.virtual && !other.secret && other.type === field.type)
      return { kind: 'field', field: other.name }
    return wrong(`"${String(said)}" is no ${field.type} of this entity. Name a field of the same type.`)
  }
  return wrong('write a value, {"now": ""}, {"user": "id"} or {"field": "other"}.')
}

/** Puts what the states lock into the field's own rule, so that forms, imports and calls follow it like any other. */
function closeField({ field }: FieldDraft, flow: Flow): void {
  if (flow.field === null) return
  const states = field.system || field.readOnly || field.secret ? [] : closedIn(flow, field.name)
  if (states.length === 0) return
  const open: Rule = {
    not: { operand: { kind: 'field', field: flow.field }, op: 'in', value: { kind: 'literal', value: [...states] } },
  }
  field.edit = field.edit ? { all: [open, field.edit] } : open
}

/**
 * Reports rights and moves that two resources or a resource's own actions would name alike, and catalogues in which
 * nothing could be created: M063.
 */
export function checkFlowResource(
  draft: EntityDraft,
  fixed: JsonObject,
  actions: readonly { readonly id: string }[],
  json: JsonObject,
  place: ErrorPlace,
): void {
  const { flow } = draft.entity
  if (!flow) return
  const held = flow.field === null ? undefined : fixed[flow.field]
  if (held !== undefined && held !== flow.start && json.readOnly !== true) {
    place
      .in('where')
      .error(
        'M063',
        `nothing could be created here: a record begins in "${flow.start ?? ''}" of ${fileOf(draft)}. Write "readOnly": true, or leave "${flow.field ?? ''}" out of "where".`,
      )
  }
  actions.forEach(({ id }, i) => {
    if (Object.hasOwn(flow.moves, id))
      place.in('actions', i, 'id').error('M063', `"${id}" is a move of ${fileOf(draft)} already. Choose another name.`)
  })
}
