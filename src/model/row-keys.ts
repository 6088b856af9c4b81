import { fieldWithin } from './inner-field'
import type { Entity } from './entity'
import type { Field } from './field'
import { layoutNeeds, type Layout } from './layout'
import type { ListLook } from './list-view'
import type { Model } from './model'
import type { Action, Resource } from './resource'
import { scopeRule } from './rights/access'
import type { Actor } from './rights/actor'
import type { Rule } from './rules/rule'
import { ruleFields } from './rules/rule-fields'

/**
 * What each row of a list is to hold, where its catalogue says that its rows are less than records (`list.reads`): what
 * its columns, its cards, its actions and their rules look at. A row that is opened below, and a record's page, are
 * read whole.
 *
 * @param chosen columns that this user shows
 * @returns null: whole records
 */
function rowKeys(model: Model, actor: Actor, resource: Resource, chosen: readonly string[]): readonly string[] | null {
  const { list, actions, print = [], kept = {} } = resource
  const entity = model.entities[resource.entity]
  if (!list.reads || !entity) return null
  const rules = [
    list.dim,
    ...print.map(({ when }) => when),
    ...Object.values(kept),
    ...actions.map(({ when }) => when),
    ownerRule(model, entity, actor),
  ]
  const shown = [...list.columns.map(({ f }) => f), ...chosen, ...list.layouts.flatMap(layoutKeys)]
  const named = [
    'id',
    ...(entity.traits.includes('activable') ? ['state'] : []),
    ...(entity.flow?.field ? [entity.flow.field] : []),
    ...entity.represent.flatMap((part) => ('field' in part ? [part.field] : [])),
    ...shown.flatMap((f) => columnKeys(model, entity, f)),
    ...rules.flatMap((rule) => (rule ? ruleFields(rule) : [])),
    ...actions.flatMap(actionKeys),
  ]
  // An action may ask for more than its record has.
  const keys = named.filter((key) => fieldBehind(model, entity, key) !== null)
  return [...new Set([...keys, 'version', ...list.reads])].sort()
}

/**
 * What a list's query says of its rows, for `meta`: the same for the same list, so that what was asked for ahead is
 * found.
 */
export function rowsMeta(
  model: Model,
  actor: Actor,
  resource: Resource,
  { columns }: Partial<ListLook>,
): { readonly columns: string } | undefined {
  const keys = rowKeys(model, actor, resource, columns?.shown ?? [])
  return keys ? { columns: keys.join() } : undefined
}

/** A value within another comes with it; what a reference brings leads to its record, and may be shown by a rule. */
function columnKeys(model: Model, entity: Entity, f: string): readonly string[] {
  const behind = fieldBehind(model, entity, f)
  if (!behind) return []
  const { field, from, holder } = behind
  const own = from ?? holder ?? field
  return [holder ? holder.name : f, own.name, ...(own.see ? ruleFields(own.see) : [])]
}

function layoutKeys(layout: Layout): readonly string[] {
  const card = 'card' in layout ? layout.card.map(({ f }) => f) : []
  return [
    ...card,
    ...layoutNeeds(layout),
    ...(layout.kind === 'inline' ? layout.fields : layout.kind === 'cards' && layout.picture ? [layout.picture] : []),
  ]
}

/** What an action sends and where it leads; its questions begin with what the record has. */
const actionKeys = ({ go = '', call, ask }: Action): readonly string[] => [
  ...namesIn(go),
  ...Object.values(call?.send ?? {}),
  ...(ask?.fields.map(({ name }) => name) ?? []),
]

function ownerRule(model: Model, entity: Entity, actor: Actor): Rule | null {
  const rule = scopeRule(model.application.scopes, entity, actor, 'write')
  return rule === 'none' ? null : rule
}

/**
 * The field behind a wire name: one of the entity's own, one within a compound value (`holder`), or one that a
 * reference brings (`from`).
 */
export function fieldBehind(
  model: Model,
  entity: Entity,
  f: string,
): { field: Field; from?: Field; holder?: Field } | null {
  const own = entity.fields[f]
  if (own) return { field: own }
  const within = fieldWithin(entity.fields, f)
  if (within) return { field: within.inner, holder: within.field }
  for (const from of Object.values(entity.fields)) {
    const there = from.ref?.expand[f]
    const field = there !== undefined && model.entities[from.ref?.to ?? '']?.fields[there]
    if (field) return { field: { ...field, name: f }, from }
  }
  return null
}

/** The fields whose values a template of an address needs: `/trackings?id_user={id}`. */
export const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
