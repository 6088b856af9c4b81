import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import {
  broughtBy,
  choiceKeys,
  entityFieldKeys,
  fieldKeys,
  helpKeys,
  innerKeys,
  oneKeys,
} from '../../model/field-words'
import { fieldWithin } from '../../model/inner-field'
import type { FormGroup, Resource } from '../../model/resource'
import { choices } from '../../model/rules/choices'
import { useConsole } from './console'

/** The label of a field, or the title that a column or a filter of the catalogue gives it. */
export type FieldLabel = (
  f: string,
  titled?: { readonly in: 'columns' | 'filters'; readonly title?: string | undefined },
) => string

/**
 * The label of a field, or of a wire name that a reference brings, in the user's language:
 * `resources.<resource>.fields.<f>`, `entities.<entity>.fields.<f>`, `fields.<f>`, else the schema's title. What a
 * reference brings is called "<reference> · <field>" where the list has another column of that reference.
 */
export function useFieldLabel({
  name,
  entity: of,
  list,
}: Pick<Resource, 'name' | 'entity'> & Partial<Pick<Resource, 'list'>>): FieldLabel {
  const translate = useTranslate()
  const { model } = useConsole()
  const entity = model.entities[of]
  return useCallback(
    (f, titled) => {
      if (titled?.title !== undefined)
        return firstWord(translate, [`resources.${name}.${titled.in}.${f}`]) ?? titled.title
      if (entity && f.includes('.')) return innerLabel(translate, { name, entity: of }, entity, f)
      const fields = Object.values(entity?.fields ?? {})
      const field = entity?.fields[f] ?? fields.find((one) => one.ref && f in one.ref.expand)
      // A field added by an administrator has only its own title.
      if (field?.dynamic) return field.title
      const plain = firstWord(translate, fieldKeys({ name, entity: of }, field, f))
      const brought = entity && plain === null ? broughtBy(entity, f, list) : null
      const there = brought?.hasTwin ? model.entities[brought.from.ref?.to ?? '']?.fields[brought.there] : undefined
      if (!brought || !there)
        return (
          plain ??
          (field && firstWord(translate, fieldKeys({ name, entity: of }, field, field.name))) ??
          field?.title ??
          f
        )
      // Another column has the label of the same reference.
      const reference =
        firstWord(translate, fieldKeys({ name, entity: of }, brought.from, brought.from.name)) ?? brought.from.title
      return `${reference} · ${firstWord(translate, entityFieldKeys(there.entity, there, there.name)) ?? there.title}`
    },
    [translate, entity, model, name, of, list],
  )
}

/** The label of a value within a compound one, after those of what holds it: `Apariencia · Borde · Ancho`. */
function innerLabel(
  translate: Translate,
  of: Pick<Resource, 'name' | 'entity'>,
  { fields }: Entity,
  f: string,
): string {
  const steps = f.split('.')
  return steps
    .map((_, i) => {
      const at = steps.slice(0, i + 1).join('.')
      const field = i === 0 ? fields[at] : fieldWithin(fields, at)?.inner
      return (field && firstWord(translate, innerKeys(of, field))) ?? field?.title ?? at
    })
    .join(' · ')
}

/** The label of a value within a compound one, alone: under the title of what holds it. */
export function useInnerLabel(of: Pick<Resource, 'name' | 'entity'>): (field: Field) => string {
  const translate = useTranslate()
  return useCallback((field) => firstWord(translate, innerKeys(of, field)) ?? field.title, [translate, of])
}

/** The help under a field's input; undefined: it has none. */
export const fieldHelp = (
  translate: Translate,
  of: Pick<Resource, 'name' | 'entity'>,
  field: Field,
): string | undefined => firstWord(translate, helpKeys(of, field)) ?? field.help

/** One choice of a field as people call it. */
export const choiceName = (translate: Translate, field: Field | undefined, value: string): string => {
  const title = field && choices(field).find((one) => one.value === value)?.title
  return field
    ? choiceKeys(field, value).reduceRight((word, key) => translate(key, { _: word }), title ?? value)
    : value
}

/** The title of a number: `resources.<resource>.stats.<id>`, else the one in its file. */
export function useStatTitle({
  name,
}: Pick<Resource, 'name'>): (stat: { readonly id: string; readonly title: string }) => string {
  const translate = useTranslate()
  return useCallback(
    ({ id, title }) => firstWord(translate, [`resources.${name}.stats.${id}`]) ?? title,
    [translate, name],
  )
}

/** The title of a resource: `resources.<resource>.name`, else the one in its file. */
export function useResourceTitle(resource: Resource): string {
  return resourceTitle(useTranslate(), resource)
}

/** The same where a hook cannot stand. */
export const resourceTitle = (translate: Translate, resource: Pick<Resource, 'name' | 'title'>): string =>
  firstWord(translate, [`resources.${resource.name}.name`], { smart_count: 2 }) ?? resource.title

/**
 * What the form of a new record is called: `Nuevo conductor`; a catalogue without words of its own names what one of it
 * is.
 */
export const newTitle = (
  translate: Translate,
  { name, entity: of }: Pick<Resource, 'name' | 'entity'>,
  { title }: Pick<Entity, 'title'>,
): string =>
  firstWord(translate, [`resources.${name}.new`]) ??
  translate('form.new_title', { name: oneTitle(translate, { name, entity: of }, { title }) })

/** What one record of a catalogue is called: `Conductor`. */
export const oneTitle = (
  translate: Translate,
  { name, entity: of }: Pick<Resource, 'name' | 'entity'>,
  { title }: Pick<Entity, 'title'>,
): string => firstWord(translate, oneKeys({ name, entity: of })) ?? title

/**
 * The title of a group of a form's rows: `resources.<resource>.groups.<group>`, else the one in its file; null: none.
 */
export function useGroupTitle(
  resource: Pick<Resource, 'name'>,
): (group: Pick<FormGroup, 'group' | 'title'>) => string | null {
  const translate = useTranslate()
  return useCallback(
    ({ group, title }) =>
      title === undefined
        ? null
        : (group !== undefined && firstWord(translate, [`resources.${resource.name}.groups.${group}`])) || title,
    [translate, resource.name],
  )
}

type Translate = ReturnType<typeof useTranslate>

export function firstWord(
  translate: Translate,
  keys: readonly string[],
  params: { smart_count?: number } = {},
): string | null {
  for (const key of keys) {
    const word = translate(key, { ...params, _: '' })
    if (word && word !== key) return word
  }
  return null
}
