import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import { fieldWithin } from '../../../model/inner-field'
import type { FieldTypes } from '../../../model/field-type'
import type { Json } from '../../../model/json'
import type { Operand, Rule } from '../../../model/rules/rule'
import { comparedKey } from '../../../model/rules/compared-ids'
import { factField, settingField } from '../../../model/rules/rule-facts'
import type { RuleWords } from '../../../model/rules/rule-sentence'
import { ruleText } from '../../../model/rules/rule-text'
import { shownValue } from './shown-value'
import { choiceText, fieldLabel, flagWords, innerLabel } from '../fields/labels'
import type { RecordContext } from '../record-context'
import { everyField, seenFields } from '../fields/seen-fields'

/**
 * A rule as the asker may read it, in their language: what they do not see is neither named nor compared.
 * @param names of the records that it compares references with (`comparedKey`)
 */
export const ruleSentenceFor = (
  context: RecordContext,
  rule: Rule,
  names: ReadonlyMap<string, string> = new Map(),
): string => ruleText(rule, wordsFor(context, names))

function wordsFor(context: RecordContext, names: ReadonlyMap<string, string>): RuleWords {
  const {
    runtime: { words },
    actor: { language },
    model,
    resource,
    entity,
  } = context
  const say = (key: string, params?: { readonly [name: string]: string | number }): string | null => {
    const text = words.say(language, key, params)
    return text === key ? null : text
  }
  const label = (of: Field | undefined, name: string): string =>
    of && of.entity !== entity.name
      ? fieldLabel(words, language, { name: of.entity, entity: of.entity }, of, name)
      : fieldLabel(words, language, resource, of, name)
  const behind = (ref: string, name: string): Field | undefined =>
    model.entities[entity.fields[ref]?.ref?.to ?? '']?.fields[name]
  const fieldOf = (operand: Operand): Field | undefined =>
    operand.kind === 'field'
      ? entity.fields[operand.field]
      : operand.kind === 'inner'
        ? fieldWithin(entity.fields, `${operand.field}.${operand.path}`)?.inner
        : operand.kind === 'path'
          ? behind(operand.ref, operand.field)
          : ((operand.kind === 'user' ? factField(model, operand.name)?.field : settingField(model, operand.name)) ??
            undefined)
  return {
    word: (key, params) => words.say(language, `rules.${key}`, params),
    field: (name, ref) =>
      ref === undefined && name.includes('.')
        ? innerLabel(words, language, resource, entity, name)
        : label(ref === undefined ? entity.fields[name] : behind(ref, name), name),
    user: (name) => {
      const { field, through } = factField(model, name) ?? {}
      const own = label(field, name)
      return (
        say(`rules.fact.${name}`) ??
        (through ? words.say(language, 'rules.path', { field: own, ref: label(through, through.name) }) : own)
      )
    },
    setting: (name) => label(settingField(model, name) ?? undefined, name),
    flag: (name, isSet) => say(`rules.user_${isSet ? 'is' : 'is_not'}.${name.split(':')[0] ?? name}`),
    literal: (operand, value) => {
      const field = fieldOf(operand)
      if (field && isFlag(field, context.runtime.fieldTypes))
        return flagWords(words, language, field)?.[value === true || value === 1 ? 1 : 0] ?? null
      const name =
        field?.ref && (typeof value === 'string' || typeof value === 'number')
          ? names.get(comparedKey(field, value))
          : undefined
      return (
        name ??
        literalText(field, value, (of, one) => choiceText(words, language, of, one)) ??
        (field && isMeasured(field, context.runtime.fieldTypes) ? shownValue(context, field, value) : null)
      )
    },
    isFlag: (operand) => isFlag(fieldOf(operand), context.runtime.fieldTypes),
    isDated: (operand) => context.runtime.fieldTypes[fieldOf(operand)?.type ?? '']?.isDated === true,
    hides: (operand) => isHidden(context, operand),
  }
}

/** Whether plain notation is not how people read its values: days, moments, money, lengths of time. */
const isMeasured = ({ type }: Field, fieldTypes: FieldTypes): boolean =>
  fieldTypes[type]?.isDated === true || fieldTypes[type]?.counts !== undefined

const isFlag = (field: Field | undefined, fieldTypes: FieldTypes): boolean =>
  field !== undefined && fieldTypes[field.type]?.json === 'boolean'

function literalText(
  field: Field | undefined,
  value: Json,
  text: (field: Field, value: string) => string,
): string | null {
  return field && typeof value === 'string' && choices(field).length > 0 ? text(field, value) : null
}

/** Whether what a rule looks at is hidden from the asker in every row. */
function isHidden(context: RecordContext, operand: Operand): boolean {
  if (operand.kind === 'user' || operand.kind === 'setting') return false
  const { entity, model } = context
  const own = operand.kind === 'path' ? operand.ref : operand.field
  // The engine's own fields (`state`, dates) are not secret.
  if (everyField(context).fields.has(own) && seenFields(context).fields.get(own) !== null) return true
  const target = operand.kind === 'path' ? model.entities[entity.fields[operand.ref]?.ref?.to ?? ''] : undefined
  return operand.kind === 'path' && (!target || seenFields(context, target).fields.get(operand.field) !== null)
}
