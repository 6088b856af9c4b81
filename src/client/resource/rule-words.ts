import { useTranslate } from 'react-admin'
import { useCallback, useMemo } from 'react'
import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import { choiceKeys, entityFieldKeys } from '../../model/field-words'
import { choices } from '../../model/rules/choices'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import { fieldWithin } from '../../model/inner-field'
import type { Json } from '../../model/json'
import type { Model } from '../../model/model'
import { factField, settingField } from '../../model/rules/rule-facts'
import type { Operand, Rule } from '../../model/rules/rule'
import { ruleSentence, type RuleWords } from '../../model/rules/rule-sentence'
import { useConsole } from '../console/console'
import { useScope } from './scope'

/**
 * Writes a rule over this resource's records as a sentence for the user, without naming fields that the Model hides
 * from them.
 */
export function useRuleSentence(): (rule: Rule) => string {
  const words = useRuleWords()
  return useCallback((rule) => ruleSentence(rule, words), [words])
}

/** Where the words of such a sentence come from. */
export function useRuleWords(): RuleWords {
  const translate = useTranslate()
  const { model } = useConsole()
  const { entity, label } = useScope()
  return useMemo(() => ruleWords(translate, model, entity, label), [translate, model, entity, label])
}

type Translate = (key: string, params?: object) => string

/** The same where a hook cannot stand. @param label of a field of the entity */
export function ruleWords(translate: Translate, model: Model, entity: Entity, label: (f: string) => string): RuleWords {
  const say = (key: string, params: object = {}): string | null => {
    const text = translate(key, { ...params, _: '' })
    return text === '' || text === key ? null : text
  }
  const far = (ref: string, name: string): Field | undefined => behind(model, entity, ref)?.fields[name]
  return {
    word: (key, params) => translate(`rules.${key}`, { ...params }),
    field: (name, ref) => (ref === undefined ? label(name) : labelOf(far(ref, name), name, say)),
    user: (name) => {
      const { field, through } = factField(model, name) ?? {}
      const own = labelOf(field, name, say)
      return (
        say(`rules.fact.${name}`) ??
        (through ? translate('rules.path', { field: own, ref: labelOf(through, through.name, say) }) : own)
      )
    },
    setting: (name) => labelOf(settingField(model, name) ?? undefined, name, say),
    flag: (name, isSet) => say(`rules.user_${isSet ? 'is' : 'is_not'}.${name.split(':')[0] ?? name}`),
    isFlag: (operand) => isFlag(fieldOf(model, entity, operand)),
    hides: (operand) => isUnknown(model, entity, operand, say),
    literal: (operand, value) => literalText(fieldOf(model, entity, operand), value, say),
  }
}

const behind = (model: Model, entity: Entity, ref: string): Entity | undefined =>
  model.entities[entity.fields[ref]?.ref?.to ?? '']

export function fieldOf(model: Model, entity: Entity, operand: Operand): Field | undefined {
  if (operand.kind === 'field') return entity.fields[operand.field]
  if (operand.kind === 'inner') return fieldWithin(entity.fields, `${operand.field}.${operand.path}`)?.inner
  if (operand.kind === 'path') return behind(model, entity, operand.ref)?.fields[operand.field]
  return (
    (operand.kind === 'user' ? factField(model, operand.name)?.field : settingField(model, operand.name)) ?? undefined
  )
}

/** Whether the asker's Model has nothing that it is called after; facts may have words of their own. */
function isUnknown(model: Model, entity: Entity, operand: Operand, say: Say): boolean {
  if (fieldOf(model, entity, operand) !== undefined) return false
  if (operand.kind !== 'user') return true
  const [name = ''] = operand.name.split(':')
  return [`rules.fact.${name}`, `rules.user_is.${name}`, `fields.${name}`].every((key) => say(key) === null)
}

type Say = (key: string, params?: object) => string | null

const labelOf = (field: Field | undefined, name: string, say: Say): string =>
  (field ? entityFieldKeys(field.entity, field, name) : [`fields.${name}`])
    .map((key) => say(key))
    .find((text) => text !== null) ??
  field?.title ??
  name

const isFlag = (field: Field | undefined): boolean =>
  field !== undefined && typeOf(field, fieldTypes).json === 'boolean'

function literalText(field: Field | undefined, value: Json, say: Say): string | null {
  if (field && isFlag(field))
    return (
      choiceKeys(field, value === true || value === 1 ? '1' : '0')
        .map((key) => say(key))
        .find((text) => text !== null) ?? null
    )
  const choice = field && typeof value === 'string' ? choices(field).find((one) => one.value === value) : undefined
  if (!field || !choice) return null
  return (
    choiceKeys(field, choice.value)
      .map((key) => say(key))
      .find((text) => text !== null) ??
    choice.title ??
    null
  )
}
