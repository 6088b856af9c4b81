import { sql, type RawBuilder } from 'kysely'
import { kindsTo } from '../../../model/any-reference'
import { isWritable } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Resource } from '../../../model/resource'
import { isHeldBack, mayEdit, maySee } from '../../../model/rights/access'
import { settleRule } from '../../../model/rules/settle'
import { assignableRoles } from '../../language/actor/role-rights'
import { joinTableName } from '../../language/migrate/join-table'
import { contextOf, type RecordContext } from '../record-context'
import { childrenFields, MAX_LEVELS } from './children-rows'
import { ruleSql } from '../rule-readings'
import { choiceCatalogue } from '../fields/choices'
import { all, inScope, living, withinScope } from '../fields/in-scope'
import { seenFields } from '../fields/seen-fields'

/** What a look-up may give of an entity. */
interface LookUpRows {
  /** The rows `t`. */
  readonly rows: RawBuilder<boolean>
  /** The asker sees them in a list, and filters them as there. */
  readonly asList: boolean
}

/** The reference that a look-up is for. */
export interface AskingField {
  readonly owner: Entity
  readonly field: Field
}

/**
 * Which rows a look-up gives: those that lists give to the asker, and for a reference what it may be written with, or
 * where it is only read, what the records that they see refer to. Null: none of these, so there is nothing to look up.
 */
export function rowsToLookUp(context: RecordContext, asking: AskingField | null, removed = false): LookUpRows | null {
  const lists = listsOf(context)
  const ways = [
    ...lists.map((resource) => inScope({ ...context, resource }, 't', { removed })),
    ...(asking ? forField(context, asking, removed) : []),
  ]
  return ways.length === 0 ? null : { rows: sql<boolean>`(${sql.join(ways, sql` or `)})`, asList: lists.length > 0 }
}

/** The catalogues whose list the look-up stands for: its own, and under the entity's name each of the entity. */
function listsOf({ model, actor, resource, entity }: RecordContext): readonly Resource[] {
  if (resource.name !== entity.name) return maySee(actor, resource) ? [resource] : []
  // Full access has no list of what is a reference alone.
  if (actor.root) return [{ ...resource, where: undefined }]
  return Object.values(model.resources).filter((one) => one.entity === entity.name && maySee(actor, one))
}

function forField(
  context: RecordContext,
  { owner, field }: AskingField,
  removed: boolean,
): readonly RawBuilder<boolean>[] {
  if (mayWriteField(context, owner, field)) {
    const named = ofItsForm(context, field) ?? choiceCatalogue(context, field, context.entity)
    const within = inScope({ ...context, resource: named ?? { ...context.resource, where: undefined } }, 't', {
      removed,
    })
    return [
      context.entity.name === 'roles' && !context.actor.root
        ? all([within, assignableRoles(context.model, context.actor)])
        : within,
    ]
  }
  const referring = referringRows(context, owner, field)
  return referring === null
    ? []
    : [all([...(removed ? [] : [living('t')]), ...withinScope(context, 't', 'read'), referring])]
}

/**
 * The catalogue that a form chooses from in place of the reference's own (`via`): it is asked for those of its own
 * alone.
 */
const ofItsForm = ({ resource, entity }: RecordContext, { ref }: Field): Resource | null =>
  ref?.resource !== undefined && resource.name !== ref.resource && resource.name !== entity.name ? resource : null

/**
 * Whether the asker may give the field a value: by a form of a catalogue that they edit, or in answer to what an action
 * asks.
 */
function mayWriteField(context: RecordContext, owner: Entity, field: Field): boolean {
  const { model, actor, settings } = context
  const forms = Object.values(model.resources).filter(
    (resource) =>
      isOver(model.entities, resource, owner) &&
      mayEdit(actor, resource) &&
      !isHeldBack(model.application.scopes, model.entities[resource.entity], actor),
  )
  const isAsked = Object.values(model.resources).some(
    (resource) =>
      resource.entity === owner.name &&
      maySee(actor, resource) &&
      resource.actions.some(
        (action) =>
          action.ask?.fields.some(({ name }) => name === field.name) &&
          (action.needs === 'see' ? maySee : mayEdit)(
            actor,
            action.module === undefined ? resource : { module: action.module },
          ),
      ),
  )
  if (isAsked) return true
  return (
    forms.length > 0 &&
    isWritable(field) &&
    (field.edit === undefined || settleRule(field.edit, { user: actor.facts, setting: settings }) !== false)
  )
}

/** Whether a catalogue shows rows of an entity: its own, or rows within its records. */
function isOver(entities: RecordContext['model']['entities'], resource: Resource, entity: Entity): boolean {
  const isRow = (of: Entity | undefined, levels: number): boolean =>
    of !== undefined &&
    (of.name === entity.name ||
      (levels > 0 && childrenFields(of).some(({ children }) => isRow(entities[children.of], levels - 1))))
  return isRow(entities[resource.entity], MAX_LEVELS)
}

/**
 * That a record which the asker sees refers to the row `t` by the field, where they see that; null: no column says so.
 */
function referringRows(context: RecordContext, owner: Entity, field: Field): RawBuilder<boolean> | null {
  const { model, actor } = context
  if (field.refAny || field.computed) return null
  const there = contextOf(context, owner, { ...context.resource, entity: owner.name, where: undefined })
  const catalogues = Object.values(model.resources).filter((one) => one.entity === owner.name && maySee(actor, one))
  // Rows within records go by the scope of their own entity.
  const met =
    catalogues.length > 0
      ? sql<boolean>`(${sql.join(
          catalogues.map((resource) => inScope({ ...there, resource }, 'o')),
          sql` or `,
        )})`
      : inScope(there, 'o')
  const shown = seenFields(context, owner).fields.get(field.name)
  const conditions = all([met, ...(shown ? [ruleSql(there, shown, owner, 'o')] : [])])
  const table = sql.table(owner.name)
  if (!field.virtual)
    return sql<boolean>`exists (select 1 from ${table} as o where ${sql.ref(`o.${field.name}`)} = t.id
      and ${conditions})`
  if (!field.ref) return null
  return sql<boolean>`exists (select 1 from ${sql.table(joinTableName(owner.name, field.name))} as j
    join ${table} as o on o.id = j.id_own where j.id_target = t.id and ${conditions})`
}

/**
 * The reference that `for` names, if it points to this entity and the asker sees it; naming another one opens nothing.
 */
export function askingField(context: RecordContext, named: unknown): AskingField | null {
  const { model, entity, actor } = context
  const [of = '', name = ''] = typeof named === 'string' ? named.split('.') : []
  const owner = Object.hasOwn(model.entities, of) ? model.entities[of] : undefined
  if (!owner) return null
  const over = Object.values(model.resources).filter(
    (resource) => maySee(actor, resource) && isOver(model.entities, resource, owner),
  )
  const asked = over
    .filter((resource) => resource.entity === owner.name)
    .flatMap(({ actions }) => actions.flatMap(({ ask }) => ask?.fields ?? []))
  const field = Object.hasOwn(owner.fields, name) ? owner.fields[name] : asked.find((one) => one.name === name)
  const isSeen =
    field !== undefined && (seenFields(context, owner).fields.has(name) || asked.some((one) => one.name === name))
  const isTo = field?.ref?.to === entity.name || (field !== undefined && kindsTo(field, entity.name).length > 0)
  return field && isSeen && isTo && over.length > 0 ? { owner, field } : null
}
