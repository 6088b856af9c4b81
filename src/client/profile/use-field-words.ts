import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { Field } from '../../model/field'

/** What a value of the profile is called: the profile's own words, else those of the users' fields. */
export function useFieldWords(): (name: string, field?: Field) => string {
  const translate = useTranslate()
  return useCallback((name, field) => {
    const own = translate(`profile.${name}`, { _: '' })
    const otherwise = translate(`fields.${name}`, { _: field?.title ?? name })
    return own || translate(`entities.users.fields.${name}`, { _: otherwise })
  }, [translate])
}
