import {
  type Chosen,
  type Entity,
  entityFieldKeys,
  type FormulaPart,
  namesOf,
  oneKeys,
  type PostRule,
} from '#engine/model'
import { type CallContext, serveCall, stateObjects } from '#engine/server'
import { type BookRule, rulesCall } from '../model/rules-call'
import { assertHouseStaff } from './assert-whole'

/** What the schemas say that records enter, in the asker's words. */
export const rules = serveCall(rulesCall, async (context) => {
  assertHouseStaff(context.actor)
  const entities = Object.values(context.model.entities)
  return { rules: entities.flatMap((entity) => (entity.posts ?? []).map((rule) => ruleOf(context, entity, rule))) }
})

function ruleOf(context: CallContext, entity: Entity, { on, back, kind, lines }: PostRule): BookRule {
  const {
    say,
    model: {
      application: { books },
    },
  } = context
  const event = (one: string): string =>
    one === 'created' ? say('ledger.rules.created') : moveTitle(context, entity, one.slice('moved:'.length))
  const named = (chosen: Chosen, of: { readonly entity: string; readonly field: string } | undefined): string => {
    const titles = of ? stateObjects(context, of.entity, of.field) : new Map<string, never>()
    return [...new Set(namesOf(chosen))].map((one) => titles.get(one)?.name ?? one).join(' / ')
  }
  return {
    of: entityTitle(context, entity),
    kind: named(kind, books?.entries),
    on: on.length === 0 ? say('ledger.rules.program') : on.map(event).join(' / '),
    back: back.length === 0 ? null : back.map(event).join(' / '),
    lines: lines.map(({ amount, from, to }) => ({
      amount: amount === null ? say('ledger.rules.given') : partText(context, entity, amount.part),
      from: named(from.account, books?.accounts),
      to: named(to.account, books?.accounts),
    })),
  }
}

/** A formula as people read it: fields, what rows of which kinds come to, and how they are put together. */
function partText(context: CallContext, entity: Entity, part: FormulaPart): string {
  const text = (one: FormulaPart): string => partText(context, entity, one)
  switch (part.op) {
    case 'field':
      return fieldText(context, entity, part.field)
    case 'rows': {
      const rows = context.model.entities[part.of]
      const kinds = part.where ? literalsOf(part.where) : []
      const titles = kinds.map(({ field, value }) => stateObjects(context, part.of, field).get(value)?.name ?? value)
      return [...(rows ? [entityTitle(context, rows)] : []), ...(titles.length > 0 ? [titles.join(', ')] : [])].join(
        ': ',
      )
    }
    case 'add':
      return part.of.map(text).join(' + ')
    case 'sub':
      return part.of.map(text).join(' − ')
    case 'value':
      return String(part.value)
    default:
      return context.say('ledger.rules.formula')
  }
}

/** The values that a condition compares fields with. */
function literalsOf(
  rule: NonNullable<Extract<FormulaPart, { op: 'rows' }>['where']>,
): readonly { readonly field: string; readonly value: string }[] {
  if ('all' in rule) return rule.all.flatMap(literalsOf)
  if ('any' in rule) return rule.any.flatMap(literalsOf)
  if ('not' in rule || rule.operand.kind !== 'field' || rule.value.kind !== 'literal') return []
  const { field } = rule.operand
  const values = Array.isArray(rule.value.value) ? rule.value.value : [rule.value.value]
  return values.map((value) => ({ field, value: String(value) }))
}

/** The first of these keys that has a text. */
const said = ({ say }: CallContext, keys: readonly string[]): string | undefined =>
  keys.map((key) => ({ key, text: say(key) })).find(({ key, text }) => text !== key)?.text

const entityTitle = (context: CallContext, { name, title }: Entity): string =>
  said(context, oneKeys({ name, entity: name })) ?? title

function fieldText(context: CallContext, entity: Entity, name: string): string {
  const field = entity.fields[name]
  return (field && said(context, entityFieldKeys(entity.name, field, name))) ?? field?.title ?? name
}

const moveTitle = (context: CallContext, { name, flow }: Entity, move: string): string =>
  said(context, [`entities.${name}.moves.${move}`]) ?? flow?.moves[move]?.title ?? move
