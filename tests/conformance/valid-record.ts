import { asReference } from '../../src/model/any-reference'
import { fieldTypes } from '../../src/fields/data'
import { boundChoices, outerValues } from '../../src/model/rules/bound-choices'
import { isWritable, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Rule } from '../../src/model/rules/rule'
import type { RecordId } from '../../src/server/records/record-id'
import { givesPlaces } from '../../src/model/application'
import type { Answer, ConformanceApp } from './conformance-app'
import { idIn } from './predictions'
import { SAMPLES, sampleOf } from './samples'

/** A record that the server took, and what was sent for it. */
export interface MadeRecord {
  readonly input: JsonObject
  readonly item: JsonObject
}

/**
 * Whoever records are made by: a server of the conformance suites as root, or an account of the demo through its own
 * session.
 */
export interface Maker {
  readonly model: ConformanceApp['model']
  readonly create: (resource: Resource, input: JsonObject) => Promise<Answer>
  /** The fields that it fills, in any order. */
  readonly fields: (resource: Resource, entity: Entity) => readonly Field[]
  /** A record that a reference may name; null: there is none. */
  readonly reference: (field: Field, random: () => number, depth: number, input: JsonObject) => Promise<RecordId | null>
}

const asRoot = (at: ConformanceApp): Maker => ({
  model: at.model,
  create: ({ endpoint }, input) => at.post('root', `${endpoint}/create`, input),
  fields: writableFields,
  reference: (field, random, depth, input) => referenceTo(at, field, random, depth, input),
})

// A record with several checks across dates needs a few dozen throws of the dice.
const MAX_TRIES = 200
const MAX_DEPTH = 4
// What is given alone may be what is refused: a cost centre of a company that has none.
const MAX_GIVEN_REFUSED = 12

/** A reference that may name the records of one catalogue alone. */
function inCatalogue(resource: Resource, field: Field): Field {
  const named = sampleOf(resource).from?.[field.name]
  return named !== undefined && field.ref ? { ...field, ref: { ...field.ref, resource: named } } : field
}

/** What is given fits no record. */
class NoRecord extends Error {}

/** Makes a valid record as root does. @param given values that it has in any case */
export const makeRecord = (
  at: ConformanceApp,
  resource: Resource,
  random: () => number,
  depth = 0,
  given: JsonObject = {},
): Promise<MadeRecord> => recordBy(asRoot(at), resource, random, depth, given)

/**
 * Makes a valid record from samples of its field types, mending what the server refuses until it takes it.
 * @param given values that it has in any case
 */
export async function recordBy(
  at: Maker,
  resource: Resource,
  random: () => number,
  depth = 0,
  given: JsonObject = {},
): Promise<MadeRecord> {
  const entity = entityOf(at, resource)
  const input: { [field: string]: Json } = {}
  Object.assign(input, given)
  // What a choice depends on is there before it.
  const fields = at
    .fields(resource, entity)
    .filter(({ name }) => !Object.hasOwn(given, name))
    .map((field) => inCatalogue(resource, field))
  for (const field of [...fields].sort(
    (a, b) => Number(a.ref?.choices !== undefined) - Number(b.ref?.choices !== undefined),
  )) {
    if (field.required || random() < 0.8) await put(at, input, field, random, depth, resource.fixed)
  }
  if (entity.key) input.version = 0
  let last = ''
  let given_refused = 0
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await at.create(resource, input)
    last = `${answer.text} for ${JSON.stringify(input)}`
    if (answer.status === 200) return { input, item: answer.body.item as JsonObject }
    if (answer.status !== 422)
      throw new Error(`${resource.name}: ${answer.status} ${answer.text} for ${JSON.stringify(input)}`)
    // Of a row the whole list is thrown anew.
    const refused = [...new Set(Object.keys(answer.body.errors ?? {}).map((path) => path.split('.')[0] ?? ''))]
    const isGiven = refused.every((one) => Object.hasOwn(given, one))
    if (isGiven && ++given_refused > MAX_GIVEN_REFUSED) throw new NoRecord(`${resource.name}: ${last}`)
    // A check names one of the fields that it compares; where that one is given, the others are thrown anew.
    for (const name of isGiven ? fields.map((one) => one.name) : refused) {
      const field = entity.fields[name] && inCatalogue(resource, entity.fields[name])
      if (!field || !isWritable(field)) throw new Error(`${resource.name}: ${answer.text} for ${JSON.stringify(input)}`)
      if (Object.hasOwn(given, name)) continue
      if (!field.required && Object.hasOwn(input, name) && random() < 0.3) delete input[name]
      else await put(at, input, field, random, depth, resource.fixed)
    }
  }
  throw new Error(`${resource.name}: no valid record found in ${MAX_TRIES} tries; at last ${last}`)
}

/** Fields that a caller of the catalogue sets, the rows of a record aside. */
export const writableFields = (resource: Resource, entity: Entity): Field[] =>
  Object.values(entity.fields).filter(
    (field) => isWritable(field) && !field.children && !Object.hasOwn(resource.fixed, field.name),
  )

export function entityOf(at: Pick<Maker, 'model'>, resource: Resource): Entity {
  const entity = at.model.entities[resource.entity]
  if (!entity) throw new Error(`no entity ${resource.entity}`)
  return entity
}

/** @param fixed what every record of its catalogue has, which a choice may look at */
async function put(
  at: Maker,
  input: { [field: string]: Json },
  field: Field,
  random: () => number,
  depth: number,
  fixed: JsonObject = {},
): Promise<void> {
  // A file is uploaded before it stands anywhere: tests/api/files.test.ts. A form is published before it is answered:
  // tests/api/forms.test.ts.
  if (typeOf(field, fieldTypes).file || field.answers) return
  const record = { ...fixed, ...input }
  if (field.children) {
    input[field.name] = [await rowOf(at, field, random, depth, record)]
    return
  }
  const kind = field.refAny?.targets[Math.floor(random() * field.refAny.targets.length)]?.kind ?? ''
  const oneOf = asReference(field, kind)
  const named = oneOf ? await at.reference(oneOf, random, depth, record) : null
  const sample =
    SAMPLES[field.entity]?.values?.[field.name] ?? ((dice) => typeOf(field, fieldTypes).sample(field, dice))
  const found = oneOf
    ? named === null
      ? null
      : { kind, id: named }
    : field.ref
      ? await at.reference(field, random, depth, record)
      : sample(random)
  const value = field.virtual && found !== null ? [found] : found
  if (value === null) delete input[field.name]
  else input[field.name] = value
}

/** One row of a record, of the cells that its grid shows. */
async function rowOf(
  at: Maker,
  { children }: Field,
  random: () => number,
  depth: number,
  record: JsonObject,
): Promise<JsonObject> {
  const of = at.model.entities[children?.of ?? '']
  const outer = outerValues(of, children?.link ?? '', record)
  const row: { [field: string]: Json } = { ...outer }
  const cells = (children?.columns ?? []).flatMap((name) => {
    const field = of?.fields[name]
    return field && isWritable(field) && !field.children ? [field] : []
  })
  for (const field of cells.toSorted(
    (a, b) => Number(a.ref?.choices !== undefined) - Number(b.ref?.choices !== undefined),
  ))
    if (field.required || random() < 0.8) await put(at, row, field, random, depth)
  return Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(outer, name)))
}

/** One row in each list of a record, as root fills it. */
export async function sampleRows(at: ConformanceApp, entity: Entity, random: () => number): Promise<JsonObject> {
  const lists = Object.values(entity.fields).filter(({ children }) => children)
  const rows = await Promise.all(lists.map((field) => rowOf(asRoot(at), field, random, 0, {})))
  return Object.fromEntries(lists.map(({ name }, place) => [name, [rows[place] ?? {}]]))
}

function catalogueOf(at: ConformanceApp, { ref }: Field): Resource | undefined {
  const over = Object.values(at.model.resources).filter(
    (resource) => resource.entity === ref?.to && resource.module !== null,
  )
  return over.find(({ name }) => name === ref?.resource) ?? over[0]
}

/** The id of a record there is that may be chosen, or of one made for the purpose. */
export async function referenceTo(
  at: ConformanceApp,
  field: Field,
  random: () => number,
  depth: number,
  input: JsonObject,
): Promise<RecordId | null> {
  const resource = catalogueOf(at, field)
  if (!resource) {
    const row = await at.database.db
      .selectFrom(field.ref?.to ?? '')
      .select('id')
      .where('date_deleted', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return row ? idIn(row as JsonObject) : null
  }
  const given = await chosenValues(at, resource, field, random, depth, input)
  const filters = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === null ? { isNull: true } : value]),
  )
  const { body } = await at.get('root', resource.endpoint, { limit: 100, filters })
  const items = body.items as unknown as JsonObject[]
  // Whoever is given a place works there alone: the account that tries the calls is given none.
  const givesPlace = field.ref?.to === 'users' && givesPlaces(at.model.application, field.entity)
  if ((items.length > 1 && !givesPlace) || depth >= MAX_DEPTH || sampleOf(resource).madeByCall)
    return items.length > 0 ? idIn(items[Math.floor(random() * items.length)] ?? {}) : null
  try {
    return idIn((await makeRecord(at, resource, random, depth + 1, given)).item)
  } catch (error) {
    if (error instanceof NoRecord && !field.required) return null
    throw error
  }
}

/**
 * Values that a record has which a reference may choose, as far as its rule says them.
 * @param input the record or row that refers, and what its choices look at
 */
export async function chosenValues(
  at: ConformanceApp,
  resource: Resource,
  { ref }: Field,
  random: () => number,
  depth: number,
  input: JsonObject,
): Promise<JsonObject> {
  const rule = ref?.choices && boundChoices(ref.choices, input)
  return rule ? { ...equalTo(rule), ...(await behind(at, resource, rule, random, depth)) } : {}
}

/** References to records that have what a rule asks of them (`id_partner.state`): one of these, or one that is made. */
async function behind(
  at: ConformanceApp,
  resource: Resource,
  rule: Rule,
  random: () => number,
  depth: number,
): Promise<JsonObject> {
  if ('all' in rule)
    return Object.assign(
      {},
      ...(await Promise.all(rule.all.map((part) => behind(at, resource, part, random, depth)))),
    ) as JsonObject
  if (
    !('op' in rule) ||
    rule.op !== 'eq' ||
    rule.operand.kind !== 'path' ||
    rule.value.kind !== 'literal' ||
    depth >= MAX_DEPTH
  )
    return {}
  const { ref, field } = rule.operand
  const reference = entityOf(at, resource).fields[ref]
  const target = reference && catalogueOf(at, reference)
  if (!target) return {}
  const asked = { [field]: rule.value.value }
  const [known] = (await at.get('root', target.endpoint, { limit: 1, filters: asked })).body
    .items as unknown as JsonObject[]
  return { [ref]: idIn(known ?? (await makeRecord(at, target, random, depth + 1, asked)).item) }
}

/** The values that a rule fixes with `eq`, and what may be empty. */
function equalTo(rule: Rule): JsonObject {
  if ('any' in rule) return rule.any[0] ? equalTo(rule.any[0]) : {}
  if (
    'op' in rule &&
    rule.op === 'isNull' &&
    rule.operand.kind === 'field' &&
    rule.value.kind === 'literal' &&
    rule.value.value === true
  )
    return { [rule.operand.field]: null }
  if ('all' in rule) return Object.assign({}, ...rule.all.map(equalTo)) as JsonObject
  const isFixed = 'op' in rule && rule.op === 'eq' && rule.operand.kind === 'field' && rule.value.kind === 'literal'
  return isFixed ? { [rule.operand.field]: rule.value.value } : {}
}
