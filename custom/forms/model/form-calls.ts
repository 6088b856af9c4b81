import { Type } from 'typebox'
import { defineCall, Id, orNull, StateObject, TextOrNull } from '#engine/model'

/** A question as an application draws it; `condition` is a rule over the fields above it. */
const FormQuestion = Type.Object({
  key: Type.String(),
  label: Type.String(),
  type: Type.String(),
  help: TextOrNull,
  required: Type.Boolean(),
  options: Type.Array(Type.Object({ value: Type.String(), title: Type.String() })),
  properties: Type.Object({
    minimum: orNull(Type.Number()),
    maximum: orNull(Type.Number()),
    var1: TextOrNull,
    var2: TextOrNull,
  }),
  condition: Type.Unknown(),
  app: Type.Array(Type.String()),
  show_to_text: Type.Boolean(),
  value: Type.Unknown(),
})

/** A published form with its questions. */
export const FormToFill = Type.Object({
  id: Id,
  name: Type.String(),
  target: Type.String(),
  version: Id,
  fields: Type.Array(FormQuestion),
})

const access = { module: 'form_answers', right: 'edit' } as const

/** `GET form_general/:id`: a general form, to be filled in. */
export const formGeneralCall = defineCall({
  method: 'GET',
  path: 'form_general/:id',
  access,
  request: Type.Object({ id: Id }),
  response: Type.Object({ item: FormToFill }),
})

/**
 * `POST form_general/:id/save`: the form's values by their keys, beside `version` and `idempotency`, or together as
 * `values`.
 */
export const saveFormGeneralCall = defineCall({
  method: 'POST',
  path: 'form_general/:id/save',
  access,
  request: Type.Object(
    {
      id: Id,
      version: Type.Optional(Id),
      idempotency: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
      values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    { additionalProperties: Type.Unknown() },
  ),
  response: Type.Object({ id: Id, msg: Type.Optional(Type.String()) }),
})

/** `GET checkups/states`. */
export const checkupStatesCall = defineCall({
  method: 'GET',
  path: 'checkups/states',
  access: { module: 'checkups', right: 'see' },
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(StateObject) }),
})
