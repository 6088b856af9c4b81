import type { Entity } from '../entity'
import type { FieldTypes } from '../field-type'
import { loadModel } from '../load'
import { schemaOf } from './compile-form'
import type { FormField } from './form'

const ENTITY = 'asked_form'

/** Fields of a form, while it is made, as a condition looks at them: without rules of their own. */
export function askedEntity(fields: readonly FormField[], fieldTypes: FieldTypes): Entity {
  const plain = fields.map(
    ({ key, type, label, options, list }): FormField => ({
      key,
      type,
      label,
      ...(options && { options }),
      ...(list && { list }),
    }),
  )
  const file = {
    path: `schemas/${ENTITY}.json`,
    text: JSON.stringify(schemaOf({ form: 0, number: 0, title: '', fields: plain })),
  }
  const { model } = loadModel([file], fieldTypes, { widgets: [], panels: [], settings: [] })
  const entity = model.entities[ENTITY]
  const keys = new Set(fields.map(({ key }) => key))
  const known = Object.entries(entity?.fields ?? {}).filter(([name]) => keys.has(name))
  return { ...(entity ?? EMPTY_ENTITY), fields: Object.fromEntries(known) }
}

const EMPTY_ENTITY: Entity = {
  name: ENTITY,
  title: '',
  fields: {},
  traits: [],
  represent: [],
  checks: [],
  unique: [],
  scope: {},
  size: 'small',
}
