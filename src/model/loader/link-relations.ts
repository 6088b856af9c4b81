import type { Children, Computed, Field, RepresentPart } from '../field'
import type { FieldTypes } from '../field-type'
import type { Json, JsonObject } from '../json'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

type Drafts = ReadonlyMap<string, EntityDraft>

/** More rows in a record than this should be a list of their own. */
const MAX_ROWS = 200

/** Resolves what `children` and `computed` fields look at: rows of another entity that refer to this one. */
export function linkRelations(drafts: Drafts, broken: ReadonlySet<string>, fieldTypes: FieldTypes): void {
  const linked: { readonly field: Field; readonly place: ErrorPlace }[] = []
  for (const draft of drafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      if (!place) continue
      if (field.type === 'children') {
        field.children = childrenOf(field, draft, drafts, broken, fieldTypes, place)
        linked.push({ field, place })
      }
      if (field.type === 'computed') {
        field.computed = computedOf(field.schema['x-computed'] ?? null, draft, drafts, broken, place.in('x-computed'))
        field.readOnly = true
      }
    }
  }
  for (const { field, place } of linked) checkLevels(field, drafts, place.in('x-columns'))
}

/** A record shows its rows and the rows of those; what is further down has a screen of its own. */
function checkLevels({ schema, children }: Field, drafts: Drafts, at: ErrorPlace): void {
  const written = schema['x-columns'] as readonly string[] | undefined
  written?.forEach((name, i) => {
    const inner = drafts.get(children?.of ?? '')?.fields.get(name)?.field
    const further = inner?.children?.columns.find(
      (one) => drafts.get(inner.children?.of ?? '')?.fields.get(one)?.field.type === 'children',
    )
    if (further === undefined) return
    at.in(i).error(
      'M038',
      `"${name}" has rows with rows of their own ("${further}"), which would be a third level here. Remove it, or write "x-columns" without "${further}" at "${name}" of ${children?.of ?? ''}.`,
    )
  })
}

/** Reads the rules for which records may be chosen and which rows are counted; by now every entity has its fields. */
export function linkRelationRules(
  drafts: Drafts,
  entities: RuleRoom['entities'],
  room: Omit<RuleRoom, 'entity' | 'entities'>,
): void {
  for (const draft of drafts.values()) {
    const own = entities[draft.name]
    for (const { field, place } of draft.fields.values()) {
      const choices = field.schema['x-choices']
      const target = field.ref && entities[field.ref.to]
      if (place && own && choices !== undefined && field.ref && target) {
        field.ref = {
          ...field.ref,
          choices: parseRule(choices, { ...room, entities, entity: target, form: own }, place.in('x-choices')),
        }
      }
      const where = ((field.schema['x-computed'] ?? {}) as JsonObject).where
      const rows = field.computed?.kind === 'rollup' ? entities[field.computed.of] : undefined
      if (place && where !== undefined && rows && field.computed?.kind === 'rollup') {
        field.computed = {
          ...field.computed,
          where: parseRule(where, { ...room, entities, entity: rows }, place.in('x-computed', 'where')),
        }
      }
    }
  }
}

function childrenOf(
  field: Field,
  draft: EntityDraft,
  drafts: Drafts,
  broken: ReadonlySet<string>,
  fieldTypes: FieldTypes,
  place: ErrorPlace,
): Children {
  const { schema } = field
  const [of, link] = [String(schema['x-of'] ?? ''), String(schema['x-link'] ?? '')]
  const rows = rowsOf(of, drafts, broken, place.in('x-of'))
  if (of === draft.name)
    place
      .in('x-of')
      .error('M038', `rows of "${of}" within "${of}" have no end. Write the trait "tree" for records under records.`)
  if (rows) checkLink(link, rows, draft.name, place.in('x-link'))
  const writable = rows
    ? [...rows.fields.values()].map((one) => one.field).filter((one) => isCell(one, fieldTypes) && one.name !== link)
    : []
  // Without being named, rows of rows are shown where nothing hangs below them.
  const shown = writable.filter(
    (one) => one.type !== 'children' || !hasRows(drafts.get(String(one.schema['x-of'] ?? ''))),
  )
  const written = schema['x-columns'] as readonly string[] | undefined
  written?.forEach((name, i) => {
    if (!rows || writable.some((one) => one.name === name)) return
    const brought = [...rows.fields.values()].some((one) => Object.hasOwn(expandOf(one.field.schema), name))
    if (brought && schema.readOnly === true) return
    const at = place.in('x-columns', i)
    if (rows.fields.has(name))
      at.error('M038', `"${name}" cannot be a column here: it is the link or written by the engine. Remove it.`)
    else if (brought)
      at.error(
        'M038',
        `"${name}" is brought by a reference, so nobody can write it. Make the field "readOnly", or remove it.`,
      )
    else
      at.error(
        'M002',
        `no field "${name}" in ${fileOf(rows)}.${didYouMean(
          name,
          writable.map((one) => one.name),
        )}`,
      )
  })
  const order = rows ? orderOf(schema['x-order'], rows, place.in('x-order')) : undefined
  const max = typeof schema['x-max'] === 'number' ? schema['x-max'] : MAX_ROWS
  return { of, link, columns: written ?? shown.map((one) => one.name), max, ...(order === undefined ? {} : { order }) }
}

const expandOf = (schema: JsonObject): JsonObject => (schema['x-expand'] ?? {}) as JsonObject

/** The field that gives the order of the rows. */
function orderOf(json: Json | undefined, rows: EntityDraft, place: ErrorPlace): string | undefined {
  if (typeof json !== 'string') return undefined
  const field = rows.fields.get(json)?.field
  if (!field) place.error('M002', `no field "${json}" in ${fileOf(rows)}.${didYouMean(json, rows.fields.keys())}`)
  else if (field.virtual)
    place.error('M038', `"${json}" is kept in no column of its own, so rows have no order by it. Choose another field.`)
  return json
}

const isCell = (field: Field, fieldTypes: FieldTypes): boolean =>
  !field.system &&
  !field.secret &&
  !(field.virtual && !['refs', 'children'].includes(fieldTypes[field.type]?.name ?? '')) &&
  !(field.readOnly && field.virtual)

const hasRows = (draft: EntityDraft | undefined): boolean =>
  [...(draft?.fields.values() ?? [])].some(({ field }) => field.type === 'children')

const ROLLUPS = ['sum', 'min', 'max', 'avg'] as const

function computedOf(
  json: Json,
  draft: EntityDraft,
  drafts: Drafts,
  broken: ReadonlySet<string>,
  place: ErrorPlace,
): Computed {
  const how = (typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}) as JsonObject
  if (typeof how.text === 'string') return { kind: 'text', parts: textParts(how.text, draft, place.in('text')) }
  const by = String(how.by ?? '')
  if (how.count !== undefined) {
    const of = String(how.count)
    const rows = rowsOf(of, drafts, broken, place.in('count'))
    if (rows) checkLink(by, rows, draft.name, place.in('by'))
    return { kind: 'rollup', what: 'count', of, by }
  }
  const what = ROLLUPS.find((one) => how[one] !== undefined)
  const of = String(how.of ?? '')
  if (!what) {
    place.error('M038', 'say what is computed: "count", "sum", "min", "max", "avg" or "text".')
    return { kind: 'rollup', what: 'count', of, by }
  }
  const rows = rowsOf(of, drafts, broken, place.in('of'))
  if (rows) checkLink(by, rows, draft.name, place.in('by'))
  const name = String(how[what])
  const field = rows?.fields.get(name)?.field
  if (rows && !field)
    place.in(what).error('M002', `no field "${name}" in ${fileOf(rows)}.${didYouMean(name, rows.fields.keys())}`)
  if (field && !isNumber(field))
    place.in(what).error('M038', `"${name}" (${field.type}) is no number, so it has no ${what}. Choose another field.`)
  return { kind: 'rollup', what, of, by, field: name, ...(field?.type === 'money' && { money: true as const }) }
}

const NUMBERS = new Set(['integer', 'decimal', 'money', 'percent', 'duration', 'distance'])
const isNumber = (field: Field): boolean => NUMBERS.has(field.type)

function textParts(text: string, draft: EntityDraft, place: ErrorPlace): RepresentPart[] {
  return text
    .split(/(\{[^{}]*\})/)
    .filter(Boolean)
    .map((part): RepresentPart => {
      if (!/^\{.*\}$/.test(part)) return { text: part }
      const name = part.slice(1, -1)
      const field = draft.fields.get(name)?.field
      if (!field) place.error('M002', `no field "${name}" in ${fileOf(draft)}.${didYouMean(name, draft.fields.keys())}`)
      else if (field.secret || field.virtual)
        place.error('M038', `"${name}" (${field.type}) cannot stand in a computed text. Name a field that is shown.`)
      return { field: name }
    })
}

function rowsOf(name: string, drafts: Drafts, broken: ReadonlySet<string>, place: ErrorPlace): EntityDraft | null {
  const rows = drafts.get(name)
  if (!rows && !broken.has(name))
    place.error('M006', `no entity "${name}": there is no schemas/${name}.json.${didYouMean(name, drafts.keys())}`)
  return rows ?? null
}

/** The rows must have a reference that says which record they belong to. */
function checkLink(name: string, rows: EntityDraft, entity: string, place: ErrorPlace): void {
  const fields = [...rows.fields.values()].map(({ field }) => field)
  const links = fields.filter((field) => field.ref?.to === entity && !field.virtual).map((field) => field.name)
  if (links.includes(name)) return
  const hint = links.length ? ` It refers to ${entity} by: ${links.join(', ')}.` : ` Add a ref to ${entity} there.`
  place.error('M006', `"${name}" of ${rows.name} does not refer to ${entity}.${hint}`)
}
