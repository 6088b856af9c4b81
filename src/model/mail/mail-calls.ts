import { Type } from 'typebox'
import { defineCall } from '../call'
import { IdOrNull, orNull } from '../wire'

/** The module that guards the templates of mails. */
export const MAILS = 'mails'
const sees = { module: MAILS, right: 'see' } as const
const edits = { module: MAILS, right: 'edit', whole: true } as const
const Mail = Type.String({ maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' })
const Language = Type.Optional(Type.String({ pattern: '^[a-z]{2}$' }))
const Words = { subject: Type.String({ maxLength: 160 }), body: Type.String({ maxLength: 60_000 }) }
const Msg = Type.Object({ msg: Type.String() })

/** `GET mails`: every mail that the program sends, with its subject in the asker's language. */
export const mailsCall = defineCall({
  method: 'GET',
  path: MAILS,
  access: sees,
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        subject: Type.String(),
        changed: Type.Array(Type.String()),
      }),
    ),
    total: Type.Integer(),
  }),
})

/** `GET mails/form` {id, language}: a template as it is sent, as the program came with it, and what can be inserted. */
export const mailFormCall = defineCall({
  method: 'GET',
  path: `${MAILS}/form`,
  access: sees,
  request: Type.Object({ id: Mail, language: Language }),
  response: Type.Object({
    item: Type.Object({
      id: Type.String(),
      name: Type.String(),
      language: Type.String(),
      ...Words,
      original_subject: Type.String(),
      original_body: Type.String(),
      changed: Type.Boolean(),
      /** The catalogue that it is about, where the asker sees it. */
      about: orNull(Type.Object({ entity: Type.String(), resource: Type.String() })),
      vars: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), required: Type.Boolean() })),
    }),
    languages: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), changed: Type.Boolean() })),
  }),
})

/** `POST mails/save`: errors stand at `subject` and `body`. */
export const saveMailCall = defineCall({
  method: 'POST',
  path: `${MAILS}/save`,
  access: edits,
  request: Type.Object({ id: Mail, language: Language, ...Words }),
  response: Msg,
})
/** `POST mails/restore`: the program's own text is sent again in that language. */
export const restoreMailCall = defineCall({
  method: 'POST',
  path: `${MAILS}/restore`,
  access: edits,
  request: Type.Object({ id: Mail, language: Language }),
  response: Msg,
})
/**
 * `POST mails/preview`: what would be sent to the asker, about a record that they see; by default about the latest.
 * Errors stand at `id_record` too.
 */
export const previewMailCall = defineCall({
  method: 'POST',
  path: `${MAILS}/preview`,
  access: sees,
  reads: true,
  heavy: true,
  request: Type.Object({ id: Mail, ...Words, id_record: Type.Optional(IdOrNull) }),
  response: Type.Object({
    id_record: IdOrNull,
    title: Type.String(),
    recipient: Type.String(),
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
  }),
})
