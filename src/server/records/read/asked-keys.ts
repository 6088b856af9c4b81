import { closedKey } from '../../../model/closed-key'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Runtime } from '../../language/runtime'
import type { RecordContext } from '../record-context'
import { holdsRules } from '../said/said-rules'
import { PATH_KEY } from '../tree'
import { colorKey, labelKey } from '../fields/row-columns'
import type { KeySet } from './wire-columns'
import { malformed } from '../../platform/answers/malformed'

/** The wire keys that a list is asked for, and what is read for them. */
export interface AskedKeys extends KeySet {
  /** What is read of each row; null: all of it, because something here is made of whole records. */
  readonly read: KeySet | null
  /** Whether features are asked for what they add to a record. */
  readonly presents: boolean
}

/**
 * The keys that a record is to have: `columns=id,state`. A reference comes with its label, tags with their colours, a
 * text with what it is made of; `labels=0` leaves references as ids.
 * @returns null: whole records
 * @throws {AppError} MALFORMED, FILTER_UNKNOWN for a key that no record of the catalogue has
 */
export function askedKeys(context: RecordContext, { columns = null, labels }: JsonObject): AskedKeys | null {
  const isWhole = columns === null || columns === '' || columns === '*'
  const isBare = labels === 0 || labels === '0' || labels === false
  if (isWhole) return isBare ? keptKeys(context, 'bare', () => bareKeys(context)) : null
  if (typeof columns !== 'string') throw malformed('columns')
  return keptKeys(context, `${isBare ? 'bare' : ''} ${columns}`, () => namedKeys(context, columns, isBare))
}

const kept = new WeakMap<Entity, Map<string, AskedKeys>>()
/** A console asks for a list's columns each time; a caller may think of many. */
const MAX_KEPT = 100

function keptKeys({ entity }: RecordContext, text: string, read: () => AskedKeys): AskedKeys {
  const all = kept.get(entity) ?? new Map<string, AskedKeys>()
  const known = all.get(text)
  if (known) return known
  const keys = read()
  if (all.size >= MAX_KEPT) all.clear()
  kept.set(entity, all.set(text, keys))
  return keys
}

function namedKeys(context: RecordContext, columns: string, isBare: boolean): AskedKeys {
  const { entity } = context
  const names = [...new Set(columns.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const own = ownKeys(entity)
  const beyond = names.filter((name) => !own.has(name))
  const { presents, isWhole, added } = addedBy(context)
  // What features add has no name of its own in metadata.
  if (beyond[0] !== undefined && !presents) throw unknownKey(beyond[0], own)
  const asked = keySet([...new Set(['id', ...names.flatMap((name) => [name, ...besides(entity, name, isBare)])])])
  const isPresented = isWhole ? presents : beyond.length > 0
  const more = isPresented ? added : []
  const read = more.length === 0 ? asked : keySet([...new Set([...asked.names, ...more])])
  return { ...asked, presents: isPresented, read: isWhole ? null : read }
}

/** Every key but those that say what a reference leads to. */
function bareKeys(context: RecordContext): AskedKeys {
  const { entity } = context
  const fields = Object.values(entity.fields)
  const { presents, isWhole, added } = addedBy(context)
  const texts = fields.filter(({ computed }) => computed?.kind === 'text')
  const ofTexts = new Set(texts.flatMap(({ name }) => besides(entity, name, true)))
  const named = new Set(
    fields
      .filter(isReference)
      .flatMap(({ name, ref }) => [
        labelKey(name),
        closedKey(name),
        colorKey(name),
        ...Object.keys(ref?.expand ?? {}),
        ...(ref?.named ?? []).map(labelKey),
      ]),
  )
  const has = (key: string): boolean => !named.has(key) || ofTexts.has(key)
  const isRead = (key: string): boolean => has(key) || added.includes(key)
  return { has, text: 'bare', presents, read: isWhole ? null : { has: isRead, text: 'bare' } }
}

/** What features add to each record: whether they do, whether they read whole records, and else what they read. */
interface Added {
  readonly presents: boolean
  readonly isWhole: boolean
  readonly added: readonly string[]
}

function addedBy({ entity, runtime }: RecordContext): Added {
  const presents = runtime.hooks(entity.name).filter(({ present }) => present)
  const isWhole = holdsRules(entity) || presents.some(({ presentReads: reads }) => !reads)
  return { presents: presents.length > 0, isWhole, added: isWhole ? [] : (presentReads(runtime, entity) ?? []) }
}

/** The wire keys that features read of each record to add theirs; null: whole records. */
export function presentReads(runtime: Runtime, entity: Entity): readonly string[] | null {
  const presents = runtime.hooks(entity.name).filter(({ present }) => present)
  return presents.some((hooks) => !hooks.presentReads) ? null : presents.flatMap((hooks) => hooks.presentReads ?? [])
}

/** The values of a record that were asked for. */
export function chosenOf(keys: AskedKeys, record: JsonObject): JsonObject {
  const chosen: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(record)) if (keys.has(key)) chosen[key] = value
  return chosen
}

/** These wire keys and no others. */
export function keySet(names: readonly string[]): KeySet & { readonly names: readonly string[] } {
  const all = new Set(names)
  return { names, has: (key) => all.has(key), text: [...names].sort().join() }
}

const isReference = ({ ref, refAny }: Field): boolean => ref !== undefined || refAny !== undefined

/** What comes with a key: a label, colours, whether a reference leads anywhere, and what a text is made of. */
function besides(entity: Entity, name: string, isBare: boolean): readonly string[] {
  const field = entity.fields[name]
  if (!field)
    return !isBare && Object.values(entity.fields).some(({ ref }) => ref?.named?.includes(name)) ? [labelKey(name)] : []
  const { computed } = field
  if (computed?.kind === 'text')
    return computed.parts.flatMap((part) => ('field' in part ? [part.field, labelKey(part.field)] : []))
  return isReference(field) && !isBare
    ? [labelKey(name), closedKey(name), ...(field.type === 'tags' ? [colorKey(name)] : [])]
    : []
}

const known = new WeakMap<Entity, ReadonlySet<string>>()

/** The wire keys that the engine itself gives a record of this entity. */
function ownKeys(entity: Entity): ReadonlySet<string> {
  const kept = known.get(entity)
  if (kept) return kept
  const keys = new Set(
    Object.values(entity.fields).flatMap((field) => [
      field.name,
      labelKey(field.name),
      closedKey(field.name),
      colorKey(field.name),
      ...Object.values(field.flat ?? {}),
      ...Object.keys(field.ref?.expand ?? {}),
      ...(field.ref?.named ?? []).map(labelKey),
    ]),
  )
  if (entity.traits.includes('tree')) keys.add(PATH_KEY)
  known.set(entity, keys)
  return keys
}

const MAX_NAME_CHARS = 80

function unknownKey(name: string, own: ReadonlySet<string>): AppError {
  const plain = [...own].filter((key) => !key.includes('__'))
  return new AppError('FILTER_UNKNOWN', {
    say: 'records.column_unknown',
    params: { name: name.slice(0, MAX_NAME_CHARS), known: plain.join(', ') },
  })
}
