import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { choiceKeys, choices } from '../../../model/rules/choices'
import { useScope } from '../scope'

const NONE: readonly string[] = []

/** The texts that a cell of a column may have, where its field has a list of choices; else empty. */
export function useChoiceTexts(key: string): readonly string[] {
  const translate = useTranslate()
  const { entity } = useScope()
  const field = entity.fields[key]
  return useMemo(() => {
    if (!field) return NONE
    return choices(field).map(({ value, title }) => {
      const [own, common] = choiceKeys(field, value)
      return translate(own, { _: translate(common, { _: title }) })
    })
  }, [translate, field])
}
