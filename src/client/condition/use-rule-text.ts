import { useEffect, useMemo, useState } from 'react'
import { fieldTypes } from '../../fields/data'
import { effectRoom } from '../../model/effects/effect-room'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import { MetadataErrors } from '../../model/loader/metadata-error'
import { parseRule } from '../../model/rules/parse-rule'
import type { Rule } from '../../model/rules/rule'
import { comparedIds } from '../../model/rules/compared-ids'
import { useLookup } from '../../ui/lookup'
import { useConsole } from '../app/console'
import { useRuleSentence } from '../resource/rule-words'
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
  const names = useNames(rule)
  const sentence = useRuleSentence(names)
  return rule && sentence(rule)
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
      lookup.label(field, id).catch(() => null).then((name) => {
        if (live && name !== null) setFound((now) => (now.get(key) === name ? now : new Map([...now, [key, name]])))
      })
    }
    return () => { live = false }
  }, [asked, lookup])
  return found
}
