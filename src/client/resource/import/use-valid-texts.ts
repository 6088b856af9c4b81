import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import { useLookup } from '../../../ui/lookup'
import { useScope } from '../scope'
import { useChoiceTexts } from './use-choice-texts'

const SHOWN = 20
const PAUSE_MS = 200

/**
 * Texts that a column's cells may have and that begin to match: its choices, yes and no, or names of the records that
 * it may refer to.
 */
export function useValidTexts(key: string, typed: string): readonly string[] {
  const translate = useTranslate()
  const lookup = useLookup()
  const { entity } = useScope()
  const choices = useChoiceTexts(key)
  const field = entity.fields[key]
  const [found, setFound] = useState<{ readonly key: string; readonly texts: readonly string[] }>({
    key: '',
    texts: [],
  })
  useEffect(() => {
    if (!field?.ref) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      lookup.search(field, typed, SHOWN, { signal: leaving.signal }).then(
        (records) => setFound({ key, texts: [...new Set(records.map(({ label }) => label))] }),
        // A list that helps nobody is no reason to stop; the value can be typed.
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [lookup, field, key, typed])
  if (field?.ref) return found.key === key ? found.texts : []
  if (choices.length > 0 || !field) return choices
  return typeOf(field, fieldTypes).inFiles === 'flag'
    ? [translate('ra.boolean.true'), translate('ra.boolean.false')]
    : []
}
