import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { fieldTypes } from '../../fields/data'
import type { Field } from '../../model/field'
import { entityFieldKeys } from '../../model/field-words'
import { askedFields } from '../../model/rules/rule-questions'
import { fold } from '../../model/values/fold'
import type { Choice } from '../../ui/lookup'
import { useConsole } from '../console/console'
import { firstWord } from '../console/labels'
import { useScope } from '../resource/scope'

/**
 * A field that a condition may look at, as it is chosen: of the record itself, or under the reference that it stands
 * behind.
 */
interface FieldChoice extends Choice {
  readonly field: Field
}

/**
 * The fields of the catalogue that surrounds it, by the words of its own list: own ones first, then those behind each
 * reference.
 */
export function useFieldChoices(): readonly FieldChoice[] {
  const translate = useTranslate()
  const { model } = useConsole()
  const { entity, title, label } = useScope()
  return useMemo(() => {
    const asked = askedFields(entity, model.entities, fieldTypes)
    // Own fields alone need no heading.
    const own = asked.some(({ ref }) => ref) ? { group: title } : {}
    return asked.map(({ name, field, ref }): FieldChoice => {
      if (!ref) return { id: name, field, ...own, label: label(name) }
      const word = firstWord(translate, entityFieldKeys(field.entity, field, field.name)) ?? field.title
      return { id: name, field, group: label(ref.name), label: word, detail: label(ref.name) }
    })
  }, [entity, model, title, label, translate])
}

/** What its name or its group has all the words of. */
export function matching(all: readonly FieldChoice[], text: string): readonly FieldChoice[] {
  const words = fold(text).split(' ').filter(Boolean)
  return all.filter(({ label, group = '' }) => words.every((word) => fold(`${label} ${group}`).includes(word)))
}
