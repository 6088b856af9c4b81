import { Type, type Static } from 'typebox'
import { defineCall, Id, When } from '#engine/model'

/** What whoever leaves the desk tells the next ones. */
export const ShiftNote = Type.Object({ id: Id, text: Type.String(), by: Type.String(), date_created: When })
export type ShiftNote = Static<typeof ShiftNote>

const Notes = Type.Object({ items: Type.Array(ShiftNote) })

/**
 * `GET desk/notes`: notes of the last days by others, in sight, that the asker has not marked as read; the oldest
 * first.
 */
export const unreadNotesCall = defineCall({
  method: 'GET',
  path: 'desk/notes',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({}),
  response: Notes,
})
/**
 * `POST desk/notes {text}`: a note for whoever opens the desk next; of an operator of one branch, for those of that
 * branch.
 */
export const writeNoteCall = defineCall({
  method: 'POST',
  path: 'desk/notes',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ text: Type.String({ minLength: 1, maxLength: 2000 }) }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})
/** `POST desk/notes/read {id}`: the asker has read it; again changes nothing. */
export const readNoteCall = defineCall({
  method: 'POST',
  path: 'desk/notes/read',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({ id: Id }),
  response: Notes,
})
