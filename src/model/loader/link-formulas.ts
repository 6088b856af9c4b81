import type { Copy, Field } from '../field'
import type { Json } from '../json'
import { formulasInOrder, type FormulaNode } from '../formulas/dependencies'
import { none, operandOf } from '../formulas/formula-room'
import { isHeld } from '../formulas/kinds'
import { parseFormula } from '../formulas/parse-formula'
import { parseOperand, type RuleRoom } from '../rules/parse-rule'
import { isObject } from '../json'
import { fileOf, type EntityDraft, type FieldDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

type Drafts = ReadonlyMap<string, EntityDraft>

/** A field that a formula fills is written by nobody, so these words beside it would never be obeyed. */
const OF_WRITERS = [
  'default',
  'x-edit',
  'x-set',
  'x-require',
  'x-copy',
  'x-confirm',
  'x-secret',
  'x-case',
  'x-shapes',
  'x-choices',
  'x-create',
  'x-sole',
  'x-on-delete',
] as const

/** Locks what formulas fill, before rules are read. */
export function lockFormulas(drafts: Drafts): void {
  for (const { fields } of drafts.values()) {
    for (const { field } of fields.values()) if (field.schema['x-formula'] !== undefined) field.readOnly = true
  }
}

/** Reads the formulas, copies and beginnings of all fields; by now every entity has its fields, references and rows. */
export function linkFormulas(
  drafts: Drafts,
  entities: RuleRoom['entities'],
  room: Omit<RuleRoom, 'entity' | 'entities'>,
): void {
  for (const draft of drafts.values()) {
    const entity = entities[draft.name]
    if (!entity) continue
    const here: RuleRoom = { ...room, entity, entities }
    for (const one of draft.fields.values()) {
      const { field, place } = one
      const { 'x-formula': formula, 'x-copy': copy, 'x-begins': begins } = field.schema
      if (place && isObject(begins))
        parseOperand(`setting.${String(begins.setting)}`, here, place.in('x-begins', 'setting'))
      if (place && formula !== undefined) linkFormula(one, formula, draft, here, place)
      else if (place && copy !== undefined) field.copy = copyOf(field, copy, here, place.in('x-copy')) ?? undefined
    }
  }
}

function linkFormula({ field }: FieldDraft, json: Json, draft: EntityDraft, room: RuleRoom, place: ErrorPlace): void {
  for (const key of OF_WRITERS) {
    if (field.schema[key] !== undefined)
      place.in(key).error('M074', `nobody writes "${field.name}": its formula does. Remove it.`)
  }
  if (field.required)
    place
      .in('x-formula')
      .error('M074', `"${field.name}" is required, yet its formula may come to nothing. Take it out of "required".`)
  if (draft.entity.remote)
    return void place
      .in('x-formula')
      .error('M071', `"${draft.name}" is kept by another service, and this database counts nothing for it. Remove it.`)
  field.formula = parseFormula(json, { ...room, target: field }, place.in('x-formula')) ?? undefined
}

/** Reports formulas that wait for themselves, once for each circle. */
export function checkFormulaOrder(drafts: Drafts, entities: RuleRoom['entities']): void {
  for (const circle of formulasInOrder(entities).circles) {
    const [first] = circle
    const draft = first && drafts.get(first.entity)
    if (!first || !draft) continue
    const name = (node: FormulaNode): string =>
      node.entity === first.entity ? node.field : `${node.entity}.${node.field}`
    const chain = [...circle, first].map(name).join(' → ')
    draft.fields
      .get(first.field)
      ?.place?.in('x-formula')
      .error(
        'M073',
        `"${first.field}" of ${fileOf(draft)} waits for itself: ${chain}. Count one of them with fields that people write.`,
      )
  }
}

/** Where a field's first value comes from; null where an error was reported. */
function copyOf(field: Field, json: Json, room: RuleRoom, place: ErrorPlace): Copy | null {
  const from = isObject(json) ? json.from : undefined
  const [ref = '', name, ...more] = typeof from === 'string' ? from.split('.') : []
  const at = place.in('from')
  if (
    field.virtual ||
    field.readOnly ||
    field.secret ||
    room.fieldTypes[field.type]?.writeOnly ||
    room.fieldTypes[field.type]?.file
  ) {
    return none(place, 'M077', `nobody writes "${field.name}" in a form, so nothing is copied there. Remove it.`)
  }
  const own = Object.hasOwn(room.entity.fields, ref) ? room.entity.fields[ref] : undefined
  if (own?.ref && room.excused?.entities.has(own.ref.to)) return null
  const target = own?.ref && !own.virtual ? room.entities[own.ref.to] : undefined
  if (!target || name === undefined || more.length > 0)
    return none(
      at,
      'M077',
      `"${String(from)}" is no path. Write a reference of the record and a field of what it points to: "id_article.price".`,
    )
  const far = operandOf(target, name, room, at)
  if (!far) return null
  if (!isHeld(far) && name !== 'state')
    return none(at, 'M077', `"${name}" is in no column that records are written with. Copy another field.`)
  return isAlike(field, far)
    ? { ref, field: name }
    : none(
        at,
        'M077',
        `"${name}" is of type ${far.type}, and "${field.name}" of type ${field.type}. Copy a field of the same type.`,
      )
}

const NUMBERS = new Set(['integer', 'decimal', 'money', 'percent'])

function isAlike(field: Field, far: Field): boolean {
  if (field.ref || far.ref) return field.ref?.to === far.ref?.to
  if (field.schema['x-unit'] !== far.schema['x-unit']) return false
  return (
    field.type === far.type ||
    (NUMBERS.has(field.type) && NUMBERS.has(far.type)) ||
    (field.type === 'longtext' && far.type === 'text')
  )
}
