import type { Scopes } from '../application'
import type { Check, UniqueWhen } from '../entity'
import type { Reference, SetRule } from '../field'
import type { FieldTypes, FieldType } from '../field-type'
import type { Json, JsonObject } from '../json'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import { settleDefault } from './build-field'
import { checkScope } from './check-scope'
import { didYouMean } from '../values/did-you-mean'
import { fileOf, listKeyword, namedField, type EntityDraft, type FieldDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'
import { nameError } from './names'
import type { Rule } from '../rules/rule'
import { ruleFields } from '../rules/rule-fields'
import { seesModule } from '../rights/sees-module'

/** The value that `x-set` gives a field, canonical, and the rule for it; an impossible value is reported as M041. */
function setRuleOf({ field, isDoubtful }: FieldDraft, room: RuleRoom, place: ErrorPlace): SetRule {
  const {
    to = null,
    when = null,
    stays,
  } = field.schema['x-set'] as { readonly to?: Json; readonly when?: Json; readonly stays?: Json }
  const type = room.fieldTypes[field.type]
  if (field.virtual || field.readOnly || field.secret || type?.writeOnly || type?.file) {
    place.error('M041', `nobody writes "${field.name}" in a form. Remove "x-set".`)
  } else if (to === null && field.required) {
    place.in('to').error('M041', `"${field.name}" is required and cannot be emptied. Write a value.`)
  } else if (to !== null && field.ref) {
    place
      .in('to')
      .error('M041', 'a reference can only be emptied: which records there are, metadata does not know. Write null.')
  }
  const value = to === null || !type || isDoubtful ? to : valueOf(to, field, type, place)
  return { to: value, when: parseRule(when, room, place.in('when')), ...(stays === true && { stays }) }
}

function valueOf(to: Json, field: FieldDraft['field'], type: FieldType, place: ErrorPlace): Json {
  const value = type.canonical(to, field)
  const error = value === null ? { key: 'required' } : type.check(value, field)
  if (error)
    place
      .in('to')
      .error(
        'M041',
        `${JSON.stringify(to)} is no valid value of the ${field.type} "${field.name}" (${error.key}). Change it.`,
      )
  return value
}

/** A field whose rule depends on itself through the rules of other such fields has no definite value: M041. */
function checkSetOrder({ fields }: EntityDraft): void {
  const looksAt = new Map(
    [...fields.values()].flatMap(({ field }) => (field.set ? [[field.name, ruleFields(field.set.when)] as const] : [])),
  )
  const reaches = (from: string, to: string, passed: ReadonlySet<string>): boolean =>
    (looksAt.get(from) ?? []).some(
      (next) => next === to || (!passed.has(next) && reaches(next, to, new Set([...passed, next]))),
    )
  for (const name of looksAt.keys()) {
    if (!reaches(name, name, new Set([name]))) continue
    fields
      .get(name)
      ?.place?.in('x-set', 'when')
      .error('M041', `whether "${name}" is set depends on "${name}" itself. Look at other fields.`)
  }
}

/** Reads one item of `x-unique-when`; what an index cannot hold is reported as M042. */
function uniqueWhenOf(json: JsonObject, draft: EntityDraft, room: RuleRoom, place: ErrorPlace): UniqueWhen {
  const fields = (Array.isArray(json.fields) ? json.fields : []).map(String)
  fields.forEach((name, i) => {
    const field = namedField(draft, name, place.in('fields', i))
    if (field && (field.virtual || field.dynamic))
      place.in('fields', i).error('M042', `"${name}" has no column. Name a field of the table.`)
  })
  const when = parseRule((json.when ?? null) as Json, room, place.in('when'))
  if (!asksOwnColumns(when)) {
    place
      .in('when')
      .error(
        'M042',
        'an index looks at the row alone. Compare its own fields with written values, not with the time, the user, a setting or another record.',
      )
  }
  return { fields, when }
}

function asksOwnColumns(rule: Rule): boolean {
  if ('all' in rule) return rule.all.every(asksOwnColumns)
  if ('any' in rule) return rule.any.every(asksOwnColumns)
  if ('not' in rule) return asksOwnColumns(rule.not)
  return rule.operand.kind === 'field' && rule.value.kind === 'literal'
}

type Drafts = ReadonlyMap<string, EntityDraft>

/** Resolves the references of all fields; the names they expand to are looked up in the entity they point to. */
export function linkReferences(drafts: Drafts, broken: ReadonlySet<string>, fieldTypes: FieldTypes): void {
  for (const draft of drafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      if (place && fieldTypes[field.type]?.keywords.includes('x-to') && field.type !== 'ref-any')
        field.ref = referenceOf(field, place, drafts, broken, fieldTypes)
      // The parent field of a tree is not written in any file.
      else if (field.name === 'id_parent' && !place) field.ref = { to: draft.name, expand: {}, onDelete: 'restrict' }
    }
    keyedReferences(draft, drafts, fieldTypes)
    checkRuleFields(draft)
    checkWireNames(draft)
  }
}

/** A rule that a record holds (`x-rule`) is over the catalogue of a module that the record names. */
function checkRuleFields(draft: EntityDraft): void {
  for (const { field, place } of draft.fields.values()) {
    const link = field.schema['x-rule']
    if (!place || link === undefined || draft.fields.get(String(link))?.field.ref?.to === 'modules') continue
    place
      .in('x-rule')
      .error(
        'M006',
        `"${String(link)}" is no reference to modules. Name the one that says over which records the rule is.`,
      )
  }
}

/** References to text ids hold texts; only now is it known whether the default of a reference is one of its values. */
function keyedReferences(draft: EntityDraft, drafts: Drafts, fieldTypes: FieldTypes): void {
  for (const one of draft.fields.values()) {
    const { field } = one
    if (!field.ref) continue
    if (drafts.get(field.ref.to)?.entity.key) field.type = fieldTypes[field.type]?.keyed ?? field.type
    settleDefault(one, fieldTypes)
  }
}

function referenceOf(
  field: FieldDraft['field'],
  place: ErrorPlace,
  drafts: Drafts,
  broken: ReadonlySet<string>,
  fieldTypes: FieldTypes,
): Reference {
  const { schema } = field
  const to = String(schema['x-to'] ?? '')
  const target = drafts.get(to)
  if (!target && !broken.has(to)) {
    place.in('x-to').error('M006', `no entity "${to}": there is no schemas/${to}.json.${didYouMean(to, drafts.keys())}`)
  }
  const expand = (schema['x-expand'] ?? {}) as { readonly [wire: string]: string }
  for (const [wire, name] of Object.entries(expand)) {
    const at = place.in('x-expand', wire)
    const wrongName = nameError(wire, 'wire')
    if (wrongName) at.error('M013', wrongName)
    const found = target?.fields.get(name)?.field
    if (target && !found)
      at.error('M006', `no field "${name}" in ${fileOf(target)}.${didYouMean(name, target.fields.keys())}`)
    else if (found && (found.secret || fieldTypes[found.type]?.writeOnly))
      at.error('M016', `"${name}" is secret. Expand to another field.`)
  }
  const named = Object.entries(expand).flatMap(([wire, name]) => {
    const far = target?.fields.get(name)?.field
    return far && far.type !== 'ref-any' && far.schema['x-to'] !== undefined && !fieldTypes[far.type]?.virtual
      ? [wire]
      : []
  })
  return {
    to,
    expand,
    ...(named.length > 0 && { named }),
    onDelete: onDeleteOf(schema['x-on-delete']),
    ...(schema['x-create'] === true && { create: true as const }),
    ...(schema['x-sole'] === true && { sole: true as const }),
  }
}

const onDeleteOf = (said: Json | undefined): Reference['onDelete'] =>
  said === 'clear' || said === 'remove' ? said : 'restrict'

/** No wire key may be used twice in a record: fields, expanded names, flat parts. */
function checkWireNames(draft: EntityDraft): void {
  const taken = new Map([...draft.fields.keys()].map((name) => [name, `the field "${name}"`]))
  for (const { field, place } of draft.fields.values()) {
    const names = [
      ...Object.keys(field.ref?.expand ?? {}).map((wire) => [wire, ['x-expand', wire]] as const),
      ...Object.values(field.flat ?? {}).map((wire) => [wire, ['x-flat']] as const),
    ]
    for (const [wire, keys] of names) {
      const other = taken.get(wire)
      if (other)
        place?.in(...keys).error('M015', `the wire name "${wire}" belongs to ${other} already. Choose another name.`)
      else taken.set(wire, `what "${field.name}" brings`)
    }
  }
}

/** Reads the rules of fields and checks; by now every entity has its fields and references. */
export function linkRules(
  drafts: Drafts,
  entities: RuleRoom['entities'],
  room: Omit<RuleRoom, 'entity' | 'entities'>,
  scopes: Scopes,
): void {
  for (const draft of drafts.values()) {
    const entity = entities[draft.name]
    if (!entity) continue
    const here: RuleRoom = { ...room, entity, entities }
    for (const { field, place } of draft.fields.values()) {
      for (const key of ['see', 'edit', 'require'] as const) {
        const json = field.schema[`x-${key}`]
        if (place && json !== undefined) field[key] = parseRule(json, here, place.in(`x-${key}`))
      }
      const module = field.schema['x-see-module']
      if (typeof module === 'string')
        field.see = field.see ? { all: [seesModule(module), field.see] } : seesModule(module)
    }
    for (const one of draft.fields.values()) {
      if (one.place && one.field.schema['x-set'] !== undefined)
        one.field.set = setRuleOf(one, here, one.place.in('x-set'))
    }
    checkSetOrder(draft)
    for (const { value, place } of listKeyword(draft, 'x-checks'))
      draft.checks.push(checkOf(value as JsonObject, draft, here, place))
    const uniqueWhen = listKeyword(draft, 'x-unique-when').map(({ value, place }) =>
      uniqueWhenOf(value as JsonObject, draft, here, place),
    )
    if (uniqueWhen.length > 0) draft.entity = { ...draft.entity, uniqueWhen }
    checkScope(draft, here, scopes)
  }
}

function checkOf(json: JsonObject, draft: EntityDraft, room: RuleRoom, place: ErrorPlace): Check {
  const [id, at] = [String(json.id), String(json.at)]
  if (draft.checks.some((check) => check.id === id)) {
    place.in('id').error('M029', `a check "${id}" is there already. Give this one another name.`)
  }
  namedField(draft, at, place.in('at'))
  return {
    id,
    at,
    assert: parseRule(json.assert ?? null, room, place.in('assert')),
    ...(json.when !== undefined && { when: parseRule(json.when as Json, room, place.in('when')) }),
    say: String(json.say),
  }
}
