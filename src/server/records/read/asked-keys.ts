import { closedKey } from '../../../model/closed-key'
import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Runtime } from '../../language/runtime'
import type { RecordContext } from '../record-context'
import { holdsRules } from '../said/said-rules'
import { PATH_KEY } from '../tree'
import { colorKey, labelKey } from './row-columns'
import type { KeySet } from './wire-columns'

/** The wire keys that a list is asked for, and what is read for them. */
export interface AskedKeys extends KeySet {
  /** What is read of each row; null: all of it, because something here is made of whole records. */
  readonly read: KeySet | null
  /** Whether features are asked for what they add to a record. */
  readonly presents: boolean
}

/**
 * The keys that each row is to have: `columns=id,state`. A reference comes with its label, tags with their colours, a text with what it is made of.
 * @returns null: whole records
 * @throws {AppError} MALFORMED, FILTER_UNKNOWN for a key that no record of the catalogue has
 */
export function askedKeys(context: RecordContext, { columns }: JsonObject): AskedKeys | null {
  if (columns === undefined || columns === '' || columns === '*') return null
  if (typeof columns !== 'string') throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'columns' } })
  const { entity, runtime } = context
  const names = [...new Set(columns.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const own = ownKeys(entity)
  const presents = runtime.hooks(entity.name).filter(({ present }) => present)
  const beyond = names.filter((name) => !own.has(name))
  // What features add has no name of its own in metadata.
  if (beyond[0] !== undefined && presents.length === 0) throw unknownKey(beyond[0], own)
  const isWhole = holdsRules(entity) || presents.some(({ presentReads }) => !presentReads)
  const asked = keySet([...new Set(['id', ...names.flatMap((name) => [name, ...besides(entity, name)])])])
  const isPresented = isWhole ? presents.length > 0 : beyond.length > 0
  const added = isPresented ? presentReads(runtime, entity) ?? [] : []
  return { ...asked, presents: isPresented, read: isWhole ? null : added.length === 0 ? asked : keySet([...new Set([...asked.names, ...added])]) }
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

function keySet(names: readonly string[]): KeySet & { readonly names: readonly string[] } {
  const all = new Set(names)
  return { names, has: (key) => all.has(key), text: [...names].sort().join() }
}

/** What comes with a key: a label, colours, whether a reference leads anywhere, and what a text is made of. */
function besides(entity: Entity, name: string): readonly string[] {
  const field = entity.fields[name]
  if (!field) return Object.values(entity.fields).some(({ ref }) => ref?.named?.includes(name)) ? [labelKey(name)] : []
  const { computed, ref, refAny } = field
  if (computed?.kind === 'text') return computed.parts.flatMap((part) => ('field' in part ? [part.field, labelKey(part.field)] : []))
  return ref || refAny ? [labelKey(name), closedKey(name), ...field.type === 'tags' ? [colorKey(name)] : []] : []
}

const known = new WeakMap<Entity, ReadonlySet<string>>()

/** The wire keys that the engine itself gives a record of this entity. */
function ownKeys(entity: Entity): ReadonlySet<string> {
  const kept = known.get(entity)
  if (kept) return kept
  const keys = new Set(Object.values(entity.fields).flatMap((field) => [
    field.name, labelKey(field.name), closedKey(field.name), colorKey(field.name), ...Object.values(field.flat ?? {}), ...Object.keys(field.ref?.expand ?? {}),
    ...(field.ref?.named ?? []).map(labelKey),
  ]))
  if (entity.traits.includes('tree')) keys.add(PATH_KEY)
  known.set(entity, keys)
  return keys
}

const MAX_NAME_CHARS = 80

function unknownKey(name: string, own: ReadonlySet<string>): AppError {
  const plain = [...own].filter((key) => !key.includes('__'))
  return new AppError('FILTER_UNKNOWN', { say: 'records.column_unknown', params: { name: name.slice(0, MAX_NAME_CHARS), known: plain.join(', ') } })
}
