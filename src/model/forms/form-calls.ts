import { Type } from 'typebox'
import { defineCall } from '../call'
import { Id, IdOrNull } from '../wire'

const Shown = Type.Object({ id: Type.Union([Type.Integer(), Type.String()]), name: Type.String() })
const Query = Type.Optional(Type.String({ maxLength: 100 }))

/** A publication compiled to an entity (`CompiledForm`), as the browser draws and checks it. */
const Compiled = Type.Unknown()

/** `GET forms/targets`: what forms may be about. */
export const targetsCall = defineCall({
  method: 'GET',
  path: 'forms/targets',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Shown) }),
})

/** `GET forms/autocomplete`: the published forms that are on, by a part of their names. */
export const formAutocompleteCall = defineCall({
  method: 'GET',
  path: 'forms/autocomplete',
  access: 'session',
  request: Type.Object({ query: Query, target: Type.Optional(Type.String({ maxLength: 50 })) }),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String(), target: Type.String() })) }),
})

/** `GET forms/:id/version`: one publication, by default the present one. */
export const versionCall = defineCall({
  method: 'GET',
  path: 'forms/:id/version',
  access: 'session',
  request: Type.Object({ id: Id, number: Type.Optional(Id) }),
  response: Type.Object({ form: Compiled }),
})

/** `GET forms/:id/offered`: the names that a field of the type list offers. */
export const offeredCall = defineCall({
  method: 'GET',
  path: 'forms/:id/offered',
  access: 'session',
  request: Type.Object({ id: Id, number: Type.Optional(Id), key: Type.String({ maxLength: 50 }), query: Query }),
  response: Type.Object({ items: Type.Array(Shown) }),
})

/** A row of the editor, as it is typed. */
const Draft = Type.Record(Type.String(), Type.Unknown())

/** `POST forms/preview`: the form that these rows would be, or what is wrong with them; nothing is written. */
export const previewFormCall = defineCall({
  method: 'POST',
  path: 'forms/preview',
  access: { module: 'forms', right: 'see' },
  reads: true,
  heavy: true,
  request: Type.Object({
    id: Type.Optional(IdOrNull),
    name: Type.Optional(Type.String({ maxLength: 80 })),
    target: Type.Optional(Type.String({ maxLength: 50 })),
    fields: Type.Array(Draft, { maxItems: 200 }),
  }),
  response: Type.Object({
    form: Compiled,
    problems: Type.Array(Type.Object({ row: Type.Integer(), at: Type.String(), say: Type.String() })),
  }),
})

/** `POST forms/publish`: the rows as they are become the next publication; unchanged ones make none. */
export const publishCall = defineCall({
  method: 'POST',
  path: 'forms/publish',
  access: { module: 'forms', right: 'edit', whole: true },
  request: Type.Object({ id: Id, version: Type.Optional(Type.Integer()) }),
  response: Type.Object({ number: Id, changed: Type.Boolean(), msg: Type.Optional(Type.String()) }),
})
