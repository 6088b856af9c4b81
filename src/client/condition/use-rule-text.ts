import { useEffect, useMemo, useState } from 'react'
import { fieldTypes } from '../../fields/data'
import { effectRoom } from '../../model/effects/effect-room'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import { MetadataErrors } from '../../model/loader/metadata-error'
import { parseRule } from '../../model/rules/parse-rule'
import type { Operand, Rule } from '../../model/rules/rule'
import { comparedIds, comparedKey } from '../../model/rules/compared-ids'
import { ruleText } from '../../model/rules/rule-text'
import type { RuleWords } from '../../model/rules/rule-sentence'
import { typeOf } from '../../model/canonical'
import { dateText, dateTimeText } from '../../model/values/shown-date'
import { moneyText } from '../../model/values/shown-number'
import { useDisplayStyle, type DisplayStyle } from '../../ui/show/style'
import { useLookup } from '../../ui/lookup'
import { useConsole } from '../console/console'
import { fieldOf, useRuleWords } from '../resource/rule-words'
import { useScope } from '../resource/scope'

/** A written rule over the catalogue that surrounds it; null: there is none, or it is not finished or does not fit. */
function useRule(written: Json): Rule | null {
  const { model } = useConsole()
  const { entity } = useScope()
  return useMemo(() => {
    if (written === null) return null
    const list = new MetadataErrors()
    const rule = parseRule(written, effectRoom(model, fieldTypes, entity, []).rules, list.at(''))
    return list.errors.length > 0 ? null : rule
  }, [written, model, entity])
}

/** A written rule as a sentence, records by their names; null while it is not finished. */
export function useRuleText(written: Json): string | null {
  const rule = useRule(written)
  const words = useWords(useNames(rule))
  return useMemo(() => rule && ruleText(rule, words), [rule, words])
}

/** Dates beside the present, records by their names, days and amounts as the console writes them. */
function useWords(names: ReadonlyMap<string, string>): RuleWords {
  const usual = useRuleWords()
  const { model } = useConsole()
  const { entity } = useScope()
  const style = useDisplayStyle()
  return useMemo(() => {
    const typed = (operand: Operand) => {
      const field = fieldOf(model, entity, operand)
      return field && { field, type: typeOf(field, fieldTypes) }
    }
    return {
      ...usual,
      isDated: (operand) => typed(operand)?.type.isDated === true,
      literal: (operand, value) => {
        const { field } = typed(operand) ?? {}
        const isOne = typeof value === 'string' || typeof value === 'number'
        if (!field || !isOne) return usual.literal?.(operand, value) ?? null
        if (field.ref) return names.get(comparedKey(field, value)) ?? null
        return usual.literal?.(operand, value) ?? measuredText(field, value, style)
      },
    }
  }, [usual, names, model, entity, style])
}

/** Days, moments, money and lengths of time as the console writes them; null: plain notation is how people read it. */
function measuredText(field: Field, value: string | number, style: DisplayStyle): string | null {
  const type = typeOf(field, fieldTypes)
  if (type.inFiles === 'date') return dateText(String(value))
  if (type.inFiles === 'moment') return dateTimeText(String(value), style.zone)
  if (type.inFiles === 'money') return moneyText(String(value), style)
  const decimal = style.decimals_separator === ',' ? ',' : '.'
  const written = { language: style.language, zone: style.zone, decimal } as const
  return type.counts === undefined
    ? null
    : (type.toWords?.(value, field, written) ?? type.toText(value, field, written))
}

/** The names of the records that a rule compares with, by reference and id. */
function useNames(rule: Rule | null): ReadonlyMap<string, string> {
  const { model } = useConsole()
  const { entity } = useScope()
  const lookup = useLookup()
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useMemo(() => (rule ? comparedIds(rule, entity, model.entities) : []), [rule, entity, model])
  useEffect(() => {
    let live = true
    for (const { field, id, key } of asked as readonly { field: Field; id: string | number; key: string }[]) {
      lookup
        .label(field, id)
        .catch(() => null)
        .then((name) => {
          if (live && name !== null) setFound((now) => (now.get(key) === name ? now : new Map([...now, [key, name]])))
        })
    }
    return () => {
      live = false
    }
  }, [asked, lookup])
  return found
}
