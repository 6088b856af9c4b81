import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import { typeOf } from '../../../model/canonical'
import { closedIn, stateOf } from '../../../model/flow'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../record-context'
import { idArray, type RecordId } from '../record-id'
import { choiceText } from '../fields/labels'
import { refersTo } from './uses'
import { living } from '../fields/in-scope'

/** A record whose state decides whether its rows may change. */
interface Owner {
  readonly entity: Entity
  /** The field of its states. */
  readonly field: string
  /** The rows' reference to it, or to its row that they belong to. */
  readonly link: string
  /** Where they are rows of its rows: these, and their reference to it. */
  readonly through?: { readonly entity: Entity; readonly link: string }
  /** The states in which they may not. */
  readonly states: readonly string[]
}

const known = new WeakMap<Model, Map<string, readonly Owner[]>>()

/** The entities that have rows of this one, or rows with such rows, and lock them in some state. */
export function ownersOf(model: Model, rows: string): readonly Owner[] {
  const owners = known.get(model) ?? new Map<string, readonly Owner[]>()
  known.set(model, owners)
  const found =
    owners.get(rows) ??
    Object.values(model.entities).flatMap((entity) =>
      Object.values(entity.fields).flatMap((field): Owner[] => {
        const { flow } = entity
        const states = flow && field.children ? closedIn(flow, field.name) : []
        if (!flow || flow.field === null || !field.children || states.length === 0) return []
        const own = { entity, field: flow.field, states }
        const { of, link } = field.children
        const between = model.entities[of]
        const inner =
          between && of !== rows ? Object.values(between.fields).filter(({ children }) => children?.of === rows) : []
        return [
          ...(of === rows ? [{ ...own, link }] : []),
          ...inner.flatMap(({ children }) =>
            between && children ? [{ ...own, link: children.link, through: { entity: between, link } }] : [],
          ),
        ]
      }),
    )
  owners.set(rows, found)
  return found
}

/**
 * Errors of a row that belongs, or would belong, to a record whose state locks its rows: they are the same whether the
 * row is written with its record or alone. The records stay as they are until the transaction ends.
 */
export async function lockedErrors(
  context: RecordContext,
  tx: Tx,
  before: JsonObject | null,
  record: JsonObject | null,
): Promise<{ [field: string]: FieldError }> {
  const errors: { [field: string]: FieldError } = {}
  for (const { entity, field, link, states, through } of ownersOf(context.model, context.entity.name)) {
    const reference = context.entity.fields[link]
    // The field's type reports a value that is no id.
    const isValid = (id: Json): boolean =>
      reference !== undefined && typeOf(reference, context.runtime.fieldTypes).check(id, reference) === null
    const ids = [before?.[link], record?.[link]].filter(
      (id): id is RecordId => (typeof id === 'number' || typeof id === 'string') && isValid(id),
    )
    if (ids.length === 0 || (before && record && !hasChanges(context.entity, before, record))) continue
    const named = idArray(through?.entity ?? entity, [...new Set(ids)])
    const its = through
      ? sql`t.id in (select ${sql.ref(`x.${through.link}`)} from ${sql.table(through.entity.name)} as x
        where x.id = any(${named}))`
      : sql`t.id = any(${named})`
    const { rows } = await sql<{
      state: string
    }>`select ${sql.ref(`t.${field}`)} as state from ${sql.table(entity.name)} as t
      where ${its} order by t.id for share`.execute(tx)
    const closed = rows.find(({ state }) => states.includes(state))
    if (closed) errors[link] = { key: 'locked', params: { state: stateText({ ...context, entity }, closed.state) } }
  }
  return errors
}

const hasChanges = (entity: Entity, before: JsonObject, record: JsonObject): boolean =>
  Object.values(entity.fields).some(
    ({ name, computed }) =>
      !computed && record[name] !== undefined && !isSame(before[name] ?? null, record[name] ?? null),
  )

/**
 * @throws {AppError} LOCKED when the record's state, or that of a record whose row it is, does not let it be removed
 */
export async function assertRemovable(
  context: RecordContext,
  tx: Tx,
  before: JsonObject,
  isPart: boolean,
): Promise<void> {
  const {
    entity,
    actor,
    runtime: { words },
  } = context
  const { flow } = entity
  const state = flow ? stateOf(flow, before) : null
  if (state !== null && flow?.locked[state]?.remove === false) throw locked(stateText(context, state))
  const [error] = isPart ? [] : Object.values(await lockedErrors(context, tx, before, null))
  if (error) throw locked(String(error.params?.state ?? words.say(actor.language, 'errors.LOCKED')))
}

const locked = (state: string): AppError => new AppError('LOCKED', { say: 'records.locked', params: { state } })

/** The state of a row that locks the reference to a record, which would be emptied with it; null: there is none. */
export async function lockedReference(
  context: RecordContext,
  tx: Tx,
  entity: Entity,
  field: Field,
  id: RecordId,
): Promise<string | null> {
  const { flow, name } = entity
  const states = flow ? closedIn(flow, field.name) : []
  if (!flow || flow.field === null || states.length === 0) return null
  const { rows } = await sql<{
    state: string
  }>`select ${sql.ref(`t.${flow.field}`)} as state from ${sql.table(name)} as t
    where ${refersTo('t', field, context.entity, id)} and ${living('t')}
      and ${sql.ref(`t.${flow.field}`)} = any(${states}::text[]) limit 1`.execute(tx)
  return rows[0] ? stateText({ ...context, entity }, rows[0].state) : null
}

/** What people call a state, in the asker's language. */
export function stateText({ runtime: { words }, actor, entity }: RecordContext, state: string): string {
  const of = entity.fields[entity.flow?.field ?? '']
  return of ? choiceText(words, actor.language, of, state) : state
}
