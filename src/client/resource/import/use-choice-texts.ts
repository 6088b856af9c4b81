import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { choiceKeys } from '../../../model/field-words'
import { choices } from '../../../model/rules/choices'
import { useScope } from '../scope'

const NO_TEXTS: readonly string[] = []

/** The texts that a cell of a column may have, where its field has a list of choices; else empty. */
export function useChoiceTexts(key: string): readonly string[] {
  const translate = useTranslate()
  const { entity } = useScope()
  const field = entity.fields[key]
  return useMemo(() => {
    if (!field) return NO_TEXTS
    return choices(field).map(({ value, title }) => {
      return choiceKeys(field, value).reduceRight((otherwise, key) => translate(key, { _: otherwise }), title)
    })
  }, [translate, field])
}
