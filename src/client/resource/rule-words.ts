import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import { choiceKeys, entityFieldKeys } from '../../model/field-words'
import { choices } from '../../model/rules/choices'
import { comparedKey } from '../../model/rules/compared-ids'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import { fieldWithin } from '../../model/inner-field'
import type { Json } from '../../model/json'
import type { Model } from '../../model/model'
import type { Operand, Rule } from '../../model/rules/rule'
import { ruleSentence, type RuleWords } from '../../model/rules/rule-sentence'
import { dateText, dateTimeText } from '../../model/values/shown-date'
import { moneyText } from '../../model/values/shown-number'
import { useDisplayStyle, type DisplayStyle } from '../../ui/show/style'
import { useConsole } from '../app/console'
import { useScope } from './scope'

const NOBODY: ReadonlyMap<string, string> = new Map()

/**
 * Writes a rule over this resource's records as a sentence for the user, without naming fields that the Model hides from them.
 * @param names of the records that it compares references with (`comparedKey`)
 */
export function useRuleSentence(names = NOBODY): (rule: Rule) => string {
  const translate = useTranslate()
  const style = useDisplayStyle()
  const { model } = useConsole()
  const { entity, label } = useScope()
  return useCallback((rule) => {
    const say = (key: string, params: object = {}): string | null => {
      const text = translate(key, { ...params, _: '' })
      return text === '' || text === key ? null : text
    }
    const far = (ref: string, name: string): Field | undefined => behind(model, entity, ref)?.fields[name]
    const words: RuleWords = {
      word: (key, params) => translate(`rules.${key}`, { ...params }),
      field: (name, ref) => (ref === undefined ? label(name) : labelOf(far(ref, name), name, say)),
      user: (name) => say(`rules.fact.${name}`) ?? labelOf(model.entities['users']?.fields[name], name, say),
      flag: (name, isSet) => say(`rules.user_${isSet ? 'is' : 'is_not'}.${name.split(':')[0] ?? name}`),
      isFlag: (operand) => isFlag(fieldOf(model, entity, operand)),
      hides: (operand) => isUnknown(model, entity, operand),
      isDated: (operand) => { const field = fieldOf(model, entity, operand); return field !== undefined && typeOf(field, fieldTypes).isDated === true },
      literal: (operand, value) => {
        const field = fieldOf(model, entity, operand)
        const name = field?.ref && (typeof value === 'string' || typeof value === 'number') ? names.get(comparedKey(field, value)) : undefined
        return name ?? literalText(field, value, say) ?? (field ? measuredText(field, value, style) : null)
      },
    }
    return ruleSentence(rule, words)
  }, [translate, model, entity, label, names, style])
}

const behind = (model: Model, entity: Entity, ref: string): Entity | undefined => model.entities[entity.fields[ref]?.ref?.to ?? '']

function fieldOf(model: Model, entity: Entity, operand: Operand): Field | undefined {
  if (operand.kind === 'field') return entity.fields[operand.field]
  if (operand.kind === 'inner') return fieldWithin(entity.fields, `${operand.field}.${operand.path}`)?.inner
  if (operand.kind === 'path') return behind(model, entity, operand.ref)?.fields[operand.field]
  return operand.kind === 'user' ? model.entities['users']?.fields[operand.name] : undefined
}

const isUnknown = (model: Model, entity: Entity, operand: Operand): boolean =>
  (operand.kind === 'field' || operand.kind === 'inner' || operand.kind === 'path') && fieldOf(model, entity, operand) === undefined

type Say = (key: string, params?: object) => string | null

const labelOf = (field: Field | undefined, name: string, say: Say): string =>
  (field ? entityFieldKeys(field.entity, field, name) : [`fields.${name}`]).map((key) => say(key)).find((text) => text !== null) ?? field?.title ?? name

const isFlag = (field: Field | undefined): boolean => field !== undefined && typeOf(field, fieldTypes).json === 'boolean'

/** Days, moments, money and lengths of time as the console writes them; null: plain notation is how people read it. */
function measuredText(field: Field, value: Json, style: DisplayStyle): string | null {
  const type = typeOf(field, fieldTypes)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (type.inFiles === 'date') return dateText(String(value))
  if (type.inFiles === 'moment') return dateTimeText(String(value), style.zone)
  if (type.inFiles === 'money') return moneyText(String(value), style)
  const written = { language: style.language, zone: style.zone, decimal: style.decimals_separator === ',' ? ',' : '.' } as const
  return type.counts === undefined ? null : type.toWords?.(value, field, written) ?? type.toText(value, field, written)
}

function literalText(field: Field | undefined, value: Json, say: Say): string | null {
  if (field && isFlag(field)) return choiceKeys(field, value === true || value === 1 ? '1' : '0').map((key) => say(key)).find((text) => text !== null) ?? null
  const choice = field && typeof value === 'string' ? choices(field).find((one) => one.value === value) : undefined
  if (!field || !choice) return null
  return choiceKeys(field, choice.value).map((key) => say(key)).find((text) => text !== null) ?? choice.title ?? null
}
