import { createHash } from 'node:crypto'
import { scopeIds, type Actor } from '../../../model/rights/actor'
import { visibleModel } from '../../../model/visible/visible-model'
import type { Model } from '../../../model/model'
import { logRules } from '../../../model/rights/rights'
import { ruleOperands } from '../../../model/rules/rule-fields'
import { LastingJson } from '../../platform/answers/lasting-json'

interface ModelView {
  readonly hash: string
  readonly body: LastingJson
}

const MAX_KEPT = 100
const kept = new WeakMap<Model, Map<string, ModelView>>()

/**
 * The Model as one actor may see it, ready to send, with the hash of its content; built once per Model and set of
 * rights.
 */
export function modelView(model: Model, actor: Actor): ModelView {
  const views = kept.get(model) ?? new Map<string, ModelView>()
  kept.set(model, views)
  // By which scopes they are bound, and where to one value alone.
  const bounds = Object.keys(actor.scopes).flatMap((name) => {
    const values = scopeIds(actor, name)
    return values ? [[name, values.length === 1]] : []
  })
  const key = JSON.stringify([
    actor.root,
    actor.operator,
    bounds,
    actor.rights,
    ...userFacts(model).map((fact) => actor.facts[fact] ?? null),
  ])
  const known = views.get(key)
  if (known) return known
  const text = JSON.stringify(visibleModel(model, actor))
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const view = { hash, body: new LastingJson(`{"ok":true,"hash":"${hash}","model":${text}}`) }
  if (views.size >= MAX_KEPT) views.clear()
  views.set(key, view)
  return view
}

const facts = new WeakMap<Model, readonly string[]>()

// What `see` rules, actions and filters ask of a user: two users with the same answers and rights see the same Model.
function userFacts(model: Model): readonly string[] {
  const known = facts.get(model)
  if (known) return known
  const rules = [
    ...Object.values(model.entities).flatMap(({ fields }) => Object.values(fields).flatMap(({ see }) => see ?? [])),
    ...Object.values(model.resources).flatMap(({ actions, filters }) =>
      [...actions, ...filters].flatMap(({ when }) => when ?? []),
    ),
    ...Object.values(model.resources).flatMap((resource) => [
      ...(resource.create ? [resource.create] : []),
      ...logRules(resource),
    ]),
    ...Object.values(model.reports).flatMap(({ see, home }) => [...(see ? [see] : []), ...(home ? [home] : [])]),
  ]
  const named = [
    ...new Set(rules.flatMap(ruleOperands).flatMap((operand) => (operand.kind === 'user' ? [operand.name] : []))),
  ].sort()
  facts.set(model, named)
  return named
}
