import { sql, type RawBuilder } from 'kysely'
import { closedKey } from '../../../model/closed-key'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { maySee, scopeRule } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { varies } from '../../../model/rules/settle'
import { contextOf, type RecordContext } from '../record-context'
import { fieldColumn } from '../../language/rules/field-column'
import { inScope, ownRows } from '../fields/in-scope'
import type { Row } from '../fields/row-columns'
import { seenFields } from '../fields/seen-fields'

/** The references of an entity that may name what an asker may not open. */
interface Closing {
  /** Those of which a page's own statement says so. */
  readonly flagged: ReadonlySet<string>
  /** Those whose ids are looked up: several at once, of several kinds, or hidden in some rows. */
  readonly lookedUp: readonly string[]
}

const known = new WeakMap<Actor, Map<Entity, { readonly settings: JsonObject; readonly closing: Closing }>>()

/** Which references may lead this asker nowhere. */
export function closingOf(context: RecordContext): Closing {
  const { actor, entity, model, settings } = context
  const ofActor = known.get(actor) ?? new Map<Entity, { readonly settings: JsonObject; readonly closing: Closing }>()
  const kept = ofActor.get(entity)
  if (kept?.settings === settings) return kept.closing
  const bound = Object.values(entity.fields).filter((field) => isBound(model, actor, field))
  const flagged = bound.filter((field) => canFlag(context, field)).map(({ name }) => name)
  const closing = {
    flagged: new Set(flagged),
    lookedUp: bound.map(({ name }) => name).filter((name) => !flagged.includes(name)),
  }
  known.set(actor, ofActor.set(entity, { settings, closing }))
  return closing
}

function isBound(model: Model, actor: Actor, { ref, refAny }: Field): boolean {
  const isOf = (resource: Resource | undefined): boolean => {
    const of = resource && maySee(actor, resource) ? model.entities[resource.entity] : undefined
    return of !== undefined && scopeRule(model.application.scopes, of, actor) !== null
  }
  return refAny
    ? Object.values(model.resources).some(isOf)
    : ref !== undefined && ref !== null && isOf(model.resources[ref.resource ?? ref.to])
}

function canFlag(context: RecordContext, field: Field): boolean {
  const there = targetOf(context, field)
  if (!there || field.virtual || field.refAny || seenFields(context).fields.get(field.name) !== null) return false
  const where = ownRows(there)
  // What is kept for an asker must not change with the hour.
  return typeof where === 'boolean' || !varies(where)
}

function targetOf(context: RecordContext, { ref }: Field): RecordContext | null {
  const { model } = context
  const resource = ref && model.resources[ref.resource ?? ref.to]
  const of = resource && model.entities[resource.entity]
  return resource && of ? contextOf(context, of, resource) : null
}

interface ClosedFlags {
  readonly columns: readonly RawBuilder<unknown>[]
  readonly put: (row: Row, item: JsonObject) => JsonObject
}

/**
 * Columns of a query over `t` that say which of the flagged references lead nowhere, and how a record says it
 * (`id_driver__closed`); null: there are none.
 * @param only keys that are read; null: all
 */
export function closedFlags(context: RecordContext, only: Pick<ReadonlySet<string>, 'has'> | null): ClosedFlags | null {
  const { entity, runtime } = context
  const flags = [...closingOf(context).flagged]
    .filter((name) => !only || only.has(name))
    .flatMap((name, at) => {
      const field = entity.fields[name]
      const there = field && targetOf(context, field)
      return field && there
        ? [{ key: closedKey(name), as: `k${at}`, column: fieldColumn('t', field, runtime.fieldSql), there }]
        : []
    })
  if (flags.length === 0) return null
  return {
    // Asked by `exists`, PostgreSQL would rather gather all of an owner's rows once (13,000 clients) than look sixteen
    // up.
    columns: flags.map(
      ({
        as,
        column,
        there,
      }) => sql`(${column} is not null and (select true from ${sql.table(there.entity.name)} as open
      where open.id = ${column} and ${inScope(there, 'open')}) is null) as ${sql.id(as)}`,
    ),
    put: (row, item) => {
      const closed = flags.filter(({ as }) => row[as] === true)
      return closed.length === 0 ? item : { ...item, ...Object.fromEntries(closed.map(({ key }) => [key, true])) }
    },
  }
}
