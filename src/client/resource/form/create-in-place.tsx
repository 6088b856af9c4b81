import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { fieldTypes } from '../../../fields/data'
import { isWritable, typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { useConsole } from '../../console/console'
import { mayOpen } from '../../session/may-open'
import { fixedByRule } from '../../../ui/inputs/choice-rule'
import type { Choice, Lookup } from '../../../ui/lookup'
import { resourceOfRef } from '../../provider/paths'

const NewRecordDialog = lazy(() => import('./NewRecordDialog'))

interface Question {
  readonly resource: Resource
  readonly prefill: JsonObject
  readonly answer: (choice: Choice | null) => void
}

type CreateInPlace = Required<Pick<Lookup, 'create' | 'mayCreate'>>

/**
 * Creates the record that a reference needs, in a dialog over the referring form (`x-create`).
 * @returns the function that the reference's view calls, and the dialog to put into the page, outside of any form
 */
export function useCreateInPlace(): readonly [CreateInPlace, dialog: ReactNode] {
  const { model, actor } = useConsole()
  const [asked, setAsked] = useState<Question | null>(null)
  const mayCreate = useCallback<CreateInPlace['mayCreate']>(
    (field) => {
      const to = field.ref?.create && resourceOfRef(model, field)
      return Boolean(to && mayOpen(actor, model, to.name, 'create') && to.form.rows.length > 0)
    },
    [model, actor],
  )
  const create = useCallback<CreateInPlace['create']>(
    (field, text, form) =>
      new Promise((answer) => {
        const resource = resourceOfRef(model, field)
        const entity = resource && model.entities[resource.entity]
        if (resource && entity) setAsked({ resource, prefill: prefillOf(field, entity, text, form), answer })
        else answer(null)
      }),
    [model],
  )
  const settle = (choice: Choice | null) => {
    setAsked(null)
    asked?.answer(choice)
  }
  const dialog = asked && (
    <Suspense>
      <NewRecordDialog resource={asked.resource} prefill={asked.prefill} onDone={settle} />
    </Suspense>
  )
  return [{ create, mayCreate }, dialog]
}

/** The searched text, in the field that names the record, and the values that every choice must have. */
function prefillOf(field: Field, entity: Entity, text: string, form: JsonObject): JsonObject {
  const names = entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))
  const name = names.find((one) => {
    const named = entity.fields[one]
    return named && isWritable(named) && typeOf(named, fieldTypes).filter === 'contains'
  })
  return { ...fixedByRule(field.ref?.choices, form), ...(name && text ? { [name]: text } : {}) }
}
