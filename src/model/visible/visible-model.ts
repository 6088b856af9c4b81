import type { Actor } from '../rights/actor'
import type { Entity } from '../entity'
import type { Field, Reference } from '../field'
import { readsOf } from '../formulas/formula'
import type { Flow } from '../flow'
import { visibleLayout, type Layout } from '../layout'
import { fieldWithin } from '../inner-field'
import { holdsForUser } from '../rules/holds'
import type { Model } from '../model'
import type { PrintTemplate } from '../print/print'
import type { Action, Filter, FormRow, Resource, Tab } from '../resource'
import { statNeeds } from '../stat'
import { mayCreate, mayEdit, mayReadLog, maySee, mayWrite } from '../rights/rights'
import { isHeldBack, owningReferences, soleFields } from '../rights/scope-rule'
import { visibleReports } from './visible-reports'
import { PEOPLE_PARTS, takesPart, type PeoplePart } from '../rights/house'
import type { Rule } from '../rules/rule'
import { ruleOperands, rulePaths } from '../rules/rule-fields'

/**
 * The Model as a user may know it: the modules they see, without secrets and without fields that a rule on the user
 * alone hides; of entities they merely refer to, only what a look-up shows (and a resource of it without a module).
 */
export function visibleModel(model: Model, actor: Actor): Model {
  const seen = Object.values(model.resources).filter((resource) => maySee(actor, resource))
  const entities: { [name: string]: Entity } = {}
  for (const { entity: name } of seen) {
    const entity = model.entities[name]
    if (entity) entities[name] ??= withoutHidden(entity, model, actor)
  }
  // Rows that are written with a record are read with it, whatever their module, and so are the rows of those.
  const ofRows = Object.values(entities).flatMap((entity) => withRows(entity, entities, model, actor))
  for (const entity of ofRows) withRows(entity, entities, model, actor)
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
  return { entities, resources, reports: visibleReports(model, entities, actor), application: model.application }
}

/** Adds the entities of an entity's rows to those that the user knows. */
function withRows(
  { fields }: Entity,
  entities: { [name: string]: Entity },
  model: Model,
  actor: Actor,
): readonly Entity[] {
  return Object.values(fields).flatMap(({ children }) => {
    const rows = children && model.entities[children.of]
    return rows ? [(entities[rows.name] ??= withoutHidden(rows, model, actor))] : []
  })
}

function withoutHidden(
  { flow, rollups: _rollups, posts: _posts, titled: _titled, ...entity }: Entity,
  { application: { scopes } }: Model,
  actor: Actor,
): Entity {
  const seen = pickFields(entity, (field) => !field.secret && !isHiddenFrom(field, actor))
  const has = (name: string): boolean => Object.hasOwn(seen, name)
  const owning = owningReferences(scopes, entity, actor)
  const shown = (field: Field): Field =>
    field.formula && !readsOf(field.formula).fields.every(has) ? withoutFormula(field) : field
  const owned = (field: Field): Field =>
    field.ref && owning.includes(field.name) ? { ...field, ref: { ...field.ref, own: true as const } } : field
  const fields = Object.fromEntries(Object.entries(seen).map(([name, field]) => [name, owned(shown(field))]))
  return {
    ...entity,
    ...(flow && { flow: visibleFlow(flow, has) }),
    fields,
    represent: entity.represent.filter((part) => 'text' in part || has(part.field)),
    checks: entity.checks.filter(
      (check) => has(check.at) && namesOnly(check.assert, has) && (!check.when || namesOnly(check.when, has)),
    ),
    unique: entity.unique.filter((names) => names.every(has)),
    ...(entity.uniqueWhen && {
      uniqueWhen: entity.uniqueWhen.filter(({ fields: names, when }) => names.every(has) && namesOnly(when, has)),
    }),
  }
}

/** Whoever does not see what it is counted from reads the stored value alone. */
function withoutFormula({ formula: _formula, schema: { 'x-formula': _written, ...schema }, ...field }: Field): Field {
  return { ...field, schema }
}

/**
 * What a state leaves open and a move sets among the fields that the user sees; what a move asks, and when, its action
 * says.
 */
function visibleFlow(flow: Flow, has: (name: string) => boolean): Flow {
  const locked = Object.entries(flow.locked).map(
    ([state, lock]) => [state, { ...lock, edit: lock.edit.filter(has) }] as const,
  )
  const moves = Object.entries(flow.moves).map(
    ([name, { when: _when, ask: _ask, set, ...move }]) =>
      [name, { ...move, set: Object.fromEntries(Object.entries(set).filter(([field]) => has(field))) }] as const,
  )
  return { ...flow, moves: Object.fromEntries(moves), locked: Object.fromEntries(locked) }
}

/** Only a rule that asks about nothing but the user can be decided once for all records. */
function isHiddenFrom(field: Field, actor: Actor): boolean {
  if (!field.see || ruleOperands(field.see).some((operand) => operand.kind !== 'user')) return false
  return !holdsForUser(field.see, actor)
}

const knows = (field: Field | undefined, actor: Actor): boolean =>
  field !== undefined && !field.secret && !isHiddenFrom(field, actor)

/** The user has the right on its module, and no user-only part of its rule forbids it. */
function mayAct({ module, needs, when }: Action, resource: Resource, actor: Actor): boolean {
  const guarded = module === undefined ? resource : { module }
  if (module === undefined && needs === 'edit' && resource.held) return false
  return (needs === 'see' ? maySee(actor, guarded) : mayEdit(actor, guarded)) && !(when && isOthers(when, actor))
}

/**
 * The user-only parts of its rule have been decided, so they cannot be the reason why it is not offered for a record.
 */
function withoutUser<Offered extends Action | Filter | PrintTemplate>({ when, ...offered }: Offered) {
  const left =
    when &&
    ('all' in when ? when.all : [when]).filter(
      (part) => !ruleOperands(part).every((operand) => operand.kind === 'user'),
    )
  const [first, ...more] = left ?? []
  return { ...offered, ...(first && { when: more.length === 0 ? first : { all: left ?? [] } }) }
}

function isOthers(rule: Rule, actor: Actor): boolean {
  if ('all' in rule) return rule.all.some((part) => isOthers(part, actor))
  return ruleOperands(rule).every((operand) => operand.kind === 'user') && !holdsForUser(rule, actor)
}

function visibleResource(whole: Resource, entity: Entity, model: Model, actor: Actor): Resource {
  const {
    effects: _effects,
    create: _create,
    print,
    comments: _comments,
    follow: _follow,
    tags: _tags,
    ...rest
  } = whole
  const resource: Resource = {
    ...rest,
    ...(isHeldBack(model.application.scopes, model.entities[whole.entity], actor) && { held: true }),
    ...(mayWrite(model, actor, whole) && !mayCreate(model, actor, whole) && { uncreated: true }),
  }
  const people = partsOf(whole, model, actor)
  const shown = wireNames(entity)
  const sole = soleFields(model.application.scopes, entity, actor)
  const has = ({ f }: { readonly f: string }): boolean => shown.has(f) || fieldWithin(entity.fields, f) !== null
  const tells = (named: { readonly f: string }): boolean => has(named) && !sole.includes(named.f)
  const telling = (layout: Layout): Layout =>
    'card' in layout ? { ...layout, card: layout.card.filter(tells) } : layout
  return {
    ...resource,
    ...people,
    list: {
      ...resource.list,
      columns: resource.list.columns.filter(tells),
      details: resource.list.details.filter(tells),
      layouts: resource.list.layouts
        .flatMap(
          (layout) =>
            visibleLayout(
              layout,
              (f) => has({ f }),
              (of, f) => knows(model.entities[of]?.fields[f], actor),
            ) ?? [],
        )
        .map(telling),
    },
    filters: resource.filters
      .filter((filter) => tells(filter) && !(filter.when && isOthers(filter.when, actor)))
      .map(withoutUser<Filter>),
    stats: resource.stats.filter((stat) => statNeeds(stat).every((f) => tells({ f }))),
    form: { ...resource.form, rows: visibleRows(resource.form.rows, has) },
    detail: {
      ...resource.detail,
      tabs: resource.detail.tabs
        .filter(({ kind }) => kind !== 'comments' || people.comments)
        .flatMap((tab) => visibleTab(tab, resource, model, actor) ?? []),
    },
    actions: resource.actions
      .filter((action) => mayAct(action, resource, actor) && (action.id !== RETAG || people.tags))
      .map(withoutUser<Action>),
    ...(print && { print: print.filter(({ when }) => !(when && isOthers(when, actor))).map(offeredPrint) }),
    import: resource.import && mayCreate(model, actor, whole) ? visibleImport(resource.import, entity) : null,
  }
}

/** A browser knows what a document is called and for which records it is offered; the server writes it. */
const offeredPrint = (template: PrintTemplate): PrintTemplate => {
  const { heading: _heading, for: _for, ...offered } = withoutUser<PrintTemplate>(template)
  return { ...offered, watermarks: [], blocks: [] }
}
const RETAG = 'retag'

/** What a user takes part in around the records. */
const partsOf = (resource: Resource, { application: { scopes } }: Model, actor: Actor): Pick<Resource, PeoplePart> =>
  Object.fromEntries(
    PEOPLE_PARTS.filter((part) => takesPart(scopes, actor, resource, part)).map((part) => [part, resource[part]]),
  )

/** The rule on the activity has been decided, so it is not sent. */
function visibleTab(tab: Tab, resource: Resource, model: Model, actor: Actor): Tab | null {
  if (tab.kind === 'logs') return mayReadLog(actor, resource) ? { kind: 'logs' } : null
  if (tab.kind === 'screen') return maySee(actor, { module: tab.screen }) ? tab : null
  if (tab.kind !== 'resource') return tab
  const target = model.resources[tab.resource]
  return target !== undefined && maySee(actor, target) ? tab : null
}

function visibleImport(
  { columns, match, shows }: NonNullable<Resource['import']>,
  { fields }: Entity,
): Resource['import'] {
  const has = (name: string): boolean => Object.hasOwn(fields, name)
  return {
    columns: columns.filter(has),
    match: match.every(has) ? match : [],
    shows: shows !== null && has(shows) ? shows : null,
  }
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

/**
 * What a reference needs of an entity whose module is not seen: its id, its text, and what others show or ask of it.
 */
function lookupEntity({ titled: _titled, ...entity }: Entity, askers: readonly Entity[]): Entity {
  const needed = new Set(['id'])
  for (const part of entity.represent) if ('field' in part) needed.add(part.field)
  for (const asker of askers) {
    const references = Object.values(asker.fields).filter((field) => field.ref?.to === entity.name)
    for (const field of references) {
      for (const name of Object.values(field.ref?.expand ?? {})) needed.add(name)
      for (const path of rulesOf(asker).flatMap(rulePaths)) if (path.ref === field.name) needed.add(path.field)
    }
  }
  const kept = pickFields(entity, (field) => needed.has(field.name) && !field.secret)
  const fields = Object.fromEntries(Object.entries(kept).map(([name, field]) => [name, withoutRules(field)]))
  const represent = entity.represent.filter((part) => 'text' in part || Object.hasOwn(fields, part.field))
  return { ...entity, fields, represent, checks: [], unique: [], scope: {}, flow: undefined }
}

/** A field that is only shown: no rule and no reference of its own. */
function withoutRules({
  ref: _ref,
  refAny: _any,
  see: _see,
  edit: _edit,
  require: _require,
  set: _set,
  copy: _copy,
  ...field
}: Field): Field {
  return withoutFormula(field)
}

function lookupResource(resource: Resource): Resource {
  const {
    where: _where,
    effects: _effects,
    print: _print,
    comments: _comments,
    follow: _follow,
    tags: _tags,
    ...rest
  } = resource
  return {
    ...rest,
    module: null,
    fixed: {},
    list: { ...resource.list, columns: [], details: [], sort: ['id', 'asc'], layouts: [{ kind: 'table' }] },
    filters: [],
    stats: [],
    form: { in: resource.form.in, rows: [] },
    detail: { tabs: [] },
    actions: [],
    export: [],
    import: null,
  }
}

const pickFields = (entity: Entity, keep: (field: Field) => boolean): Entity['fields'] =>
  Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => keep(field)))

const referencesOf = (entity: Entity): readonly Pick<Reference, 'to' | 'resource'>[] =>
  Object.values(entity.fields).flatMap(({ ref, refAny }): readonly Pick<Reference, 'to' | 'resource'>[] =>
    ref ? [ref] : (refAny?.targets ?? []),
  )

const namesOnly = (rule: Rule, has: (name: string) => boolean): boolean =>
  ruleOperands(rule).every((operand) =>
    operand.kind === 'field' || operand.kind === 'inner'
      ? has(operand.field)
      : operand.kind === 'path'
        ? has(operand.ref)
        : true,
  )

function rulesOf(entity: Entity): Rule[] {
  const fieldRules = Object.values(entity.fields).flatMap((field) => [
    field.see,
    field.edit,
    field.require,
    field.set?.when,
  ])
  const checkRules = entity.checks.flatMap((check) => [check.assert, check.when])
  return [...fieldRules, ...checkRules].filter((rule) => rule !== undefined)
}

/** Names a view may use: fields, names that references expand to, flat parts of compound values. */
function wireNames(entity: Entity): Set<string> {
  const fields = Object.values(entity.fields)
  return new Set(
    fields.flatMap((field) => [
      field.name,
      ...Object.keys(field.ref?.expand ?? {}),
      ...Object.values(field.flat ?? {}),
    ]),
  )
}
