import type { Actor } from './actor'
import { holds } from './holds'
import type { Entity, Field, FormRow, Model, Resource } from './model'
import { mayEdit, maySee } from './rights'
import { ruleOperands, rulePaths } from './rule-fields'
import type { Rule } from './rule'

/**
 * The Model as a user may know it: the modules he sees, without secrets and without fields that a rule on the user alone hides; of
 * what these merely refer to, only what a look-up shows (and a resource of it without a module).
 */
export function visibleModel(model: Model, actor: Actor): Model {
  const seen = Object.values(model.resources).filter(resource => maySee(actor, resource))
  const entities: { [name: string]: Entity } = {}
  for (const { entity: name } of seen) {
    const entity = model.entities[name]
    if (entity) entities[name] ??= withoutHidden(entity, actor)
  }
  // Rows that are written with a record are read with it, whatever module they have.
  for (const { fields } of Object.values(entities)) {
    for (const { children } of Object.values(fields)) {
      const rows = children && model.entities[children.of]
      if (rows) entities[rows.name] ??= withoutHidden(rows, actor)
    }
  }
  const full = Object.values(entities)
  const resources: { [name: string]: Resource } = {}
  for (const resource of seen) {
    const entity = entities[resource.entity]
    if (entity) resources[resource.name] = visibleResource(resource, entity, model, actor)
  }
  for (const reference of full.flatMap(referencesOf)) {
    const target = model.entities[reference.to]
    const lookup = model.resources[reference.resource ?? reference.to]
    if (target) entities[target.name] ??= lookupEntity(target, full)
    if (lookup) resources[lookup.name] ??= lookupResource(lookup)
  }
  return { entities, resources }
}

function withoutHidden(entity: Entity, actor: Actor): Entity {
  const fields = pickFields(entity, field => !field.secret && !isHiddenFrom(field, actor))
  const has = (name: string): boolean => Object.hasOwn(fields, name)
  return {
    ...entity,
    fields,
    represent: entity.represent.filter(part => 'text' in part || has(part.field)),
    checks: entity.checks.filter(check => has(check.at) && namesOnly(check.assert, has) && (!check.when || namesOnly(check.when, has))),
    unique: entity.unique.filter(names => names.every(has)),
  }
}

/** Only a rule that asks about nothing but the user can be decided once for all records. */
function isHiddenFrom(field: Field, actor: Actor): boolean {
  if (!field.see || ruleOperands(field.see).some(operand => operand.kind !== 'user')) return false
  return !holds(field.see, { record: {}, user: actor.facts, setting: {}, now_ms: 0 })
}

function visibleResource(resource: Resource, entity: Entity, model: Model, actor: Actor): Resource {
  const shown = wireNames(entity)
  const has = ({ f }: { readonly f: string }): boolean => shown.has(f)
  return {
    ...resource,
    list: { ...resource.list, columns: resource.list.columns.filter(has), details: resource.list.details.filter(has) },
    filters: resource.filters.filter(has),
    form: { ...resource.form, rows: visibleRows(resource.form.rows, has) },
    detail: {
      tabs: resource.detail.tabs.filter(tab => {
        if (tab.kind === 'screen') return maySee(actor, { module: tab.screen })
        const target = tab.kind === 'resource' ? model.resources[tab.resource] : null
        return target === null || (target !== undefined && maySee(actor, target))
      }),
    },
    actions: resource.actions.filter(action => action.needs === 'see' || mayEdit(actor, resource)),
    import: resource.import && mayEdit(actor, resource) ? visibleImport(resource.import, entity) : null,
  }
}

function visibleImport({ columns, match }: NonNullable<Resource['import']>, { fields }: Entity): Resource['import'] {
  const has = (name: string): boolean => Object.hasOwn(fields, name)
  return { columns: columns.filter(has), match: match.every(has) ? match : [] }
}

function visibleRows(rows: readonly FormRow[], has: (cell: { readonly f: string }) => boolean): FormRow[] {
  return rows.flatMap((row): FormRow[] => {
    if ('rows' in row) {
      const rows = visibleRows(row.rows, has)
      return rows.length ? [{ ...row, rows }] : []
    }
    const cells = row.cells.filter(has)
    return cells.length ? [{ cells }] : []
  })
}

/** What a reference needs of an entity whose module is not seen: its id, its text, and what others show or ask of it. */
function lookupEntity(entity: Entity, askers: readonly Entity[]): Entity {
  const needed = new Set(['id'])
  for (const part of entity.represent) if ('field' in part) needed.add(part.field)
  for (const asker of askers) {
    const references = Object.values(asker.fields).filter(field => field.ref?.to === entity.name)
    for (const field of references) {
      for (const name of Object.values(field.ref?.expand ?? {})) needed.add(name)
      for (const path of rulesOf(asker).flatMap(rulePaths)) if (path.ref === field.name) needed.add(path.field)
    }
  }
  const kept = pickFields(entity, field => needed.has(field.name) && !field.secret)
  const fields = Object.fromEntries(Object.entries(kept).map(([name, field]) => [name, withoutRules(field)]))
  const represent = entity.represent.filter(part => 'text' in part || Object.hasOwn(fields, part.field))
  return { ...entity, fields, represent, checks: [], unique: [], scope: {} }
}

/** A field that is only looked at: no rule and no reference of its own. */
function withoutRules({ ref: _ref, see: _see, edit: _edit, require: _require, set: _set, ...field }: Field): Field {
  return field
}

function lookupResource(resource: Resource): Resource {
  const { where: _, ...rest } = resource
  return {
    ...rest, module: null, fixed: {}, list: { ...resource.list, columns: [], details: [], sort: ['id', 'asc'] },
    filters: [], form: { in: resource.form.in, rows: [] }, detail: { tabs: [] }, actions: [], export: [], import: null,
  }
}

const pickFields = (entity: Entity, keep: (field: Field) => boolean): Entity['fields'] =>
  Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => keep(field)))

const referencesOf = (entity: Entity): NonNullable<Field['ref']>[] => Object.values(entity.fields).flatMap(field => field.ref ?? [])

const namesOnly = (rule: Rule, has: (name: string) => boolean): boolean =>
  ruleOperands(rule).every(operand => operand.kind === 'field' ? has(operand.field) : operand.kind === 'path' ? has(operand.ref) : true)

function rulesOf(entity: Entity): Rule[] {
  const fieldRules = Object.values(entity.fields).flatMap(field => [field.see, field.edit, field.require, field.set?.when])
  const checkRules = entity.checks.flatMap(check => [check.assert, check.when])
  return [...fieldRules, ...checkRules].filter(rule => rule !== undefined)
}

/** Names a view may use: fields, what references expand to, the flat parts of compound values. */
function wireNames(entity: Entity): Set<string> {
  const fields = Object.values(entity.fields)
  return new Set(fields.flatMap(field => [field.name, ...Object.keys(field.ref?.expand ?? {}), ...Object.values(field.flat ?? {})]))
}
