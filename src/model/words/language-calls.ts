import { Type } from 'typebox'
import { defineCall } from '../call'

/** The module that guards the texts of the console. */
export const LANGUAGES = 'languages'
const sees = { module: LANGUAGES, right: 'see' } as const
const edits = { module: LANGUAGES, right: 'edit', whole: true } as const

/** Two letters (ISO 639-1). */
const Code = Type.String({ minLength: 2, maxLength: 2, pattern: '^[a-z]{2}$' })
const Msg = Type.Object({ msg: Type.String() })

const Language = Type.Object({
  id: Type.String(),
  name: Type.String(),
  flag: Type.String(),
  completed: Type.Boolean(),
  num_unfilled: Type.Integer(),
  num_texts: Type.Integer(),
  is_main_language: Type.Boolean(),
  /** It was added in the console, and may be removed there. */
  removable: Type.Boolean(),
  first_id_group: Type.Integer(),
})

/** `GET languages`: every language there is, the main one first. */
export const languagesCall = defineCall({
  method: 'GET',
  path: LANGUAGES,
  access: sees,
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Language), total: Type.Integer() }),
})

/** `GET languages/info` {id_language}: a language and its groups of texts. */
export const languageInfoCall = defineCall({
  method: 'GET',
  path: `${LANGUAGES}/info`,
  access: sees,
  request: Type.Object({ id_language: Code }),
  response: Type.Object({
    item: Language,
    is_main_language: Type.Boolean(),
    auto_translate: Type.Boolean(),
    first_id_group: Type.Integer(),
    groups: Type.Array(
      Type.Object({
        id: Type.Integer(),
        key: Type.String(),
        name: Type.String(),
        num_texts: Type.Integer(),
        num_unfilled: Type.Integer(),
      }),
    ),
  }),
})

const GroupItem = Type.Object({
  /** The text's key. */
  id: Type.String(),
  /** What is said; null: nothing yet. */
  value: Type.Union([Type.String(), Type.Null()]),
  /** What the program came with in this language. */
  default_value: Type.Union([Type.String(), Type.Null()]),
  /** What the main language says. */
  source: Type.String(),
  unsaved: Type.Boolean(),
  completed: Type.Boolean(),
  /** Where it stands, as far as its key says: a part of the program, and its page. */
  place: Type.Object({ name: Type.String(), part: Type.String(), route: Type.Union([Type.String(), Type.Null()]) }),
})
export type LanguageItem = {
  id: string
  value: string | null
  default_value: string | null
  source: string
  unsaved: boolean
  completed: boolean
  place: { name: string; part: string; route: string | null }
}

/**
 * `GET languages/group` {id_language, id_group, filters}: the texts of a group, with `unfilled` those that lack words,
 * with `q` those that have them.
 */
export const languageGroupCall = defineCall({
  method: 'GET',
  path: `${LANGUAGES}/group`,
  access: sees,
  request: Type.Object({
    id_language: Code,
    id_group: Type.Integer(),
    unfilled: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: Type.Object({ id: Type.Integer(), name: Type.String(), items: Type.Array(GroupItem) }),
})

/** Texts that one call may bring. */
export const MAX_WORDS_SAVED = 5000
export const MAX_WORDS_TRANSLATED = 50
const SavedItem = Type.Object({
  id: Type.String({ maxLength: 255 }),
  value: Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()]),
  /** What the writer saw; present: another text that somebody saved meanwhile is not overwritten. */
  was: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/** `POST languages/saveGroupItems`: empty gives the original back. An error stands at `items.<place>.value`. */
export const saveGroupItemsCall = defineCall({
  method: 'POST',
  path: `${LANGUAGES}/saveGroupItems`,
  access: edits,
  request: Type.Object({
    id_language: Code,
    id_group: Type.Integer(),
    items: Type.Array(SavedItem, { maxItems: MAX_WORDS_SAVED }),
  }),
  response: Type.Object({ msg: Type.String(), saved: Type.Integer() }),
})

/**
 * `POST languages/translate` {language, words[]}: proposals, which nobody has read; null: what came back had lost a
 * placeholder.
 */
export const translateWordsCall = defineCall({
  method: 'POST',
  path: `${LANGUAGES}/translate`,
  access: edits,
  reads: true,
  request: Type.Object({
    language: Code,
    words: Type.Array(Type.String({ maxLength: 5000 }), { minItems: 1, maxItems: MAX_WORDS_TRANSLATED }),
  }),
  response: Type.Object({ items: Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Null()]) })) }),
})

export const createLanguageCall = defineCall({
  method: 'POST',
  path: `${LANGUAGES}/create`,
  access: edits,
  request: Type.Object({
    id: Code,
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    flag: Type.Optional(Type.String({ maxLength: 8 })),
  }),
  response: Msg,
})
export const removeLanguageCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: `${LANGUAGES}/remove`,
  access: edits,
  request: Type.Object({ id: Code }),
  response: Msg,
})

/** `GET languages/export`: all texts of a language as the program keeps them in its files. */
export const exportLanguageCall = defineCall({
  method: 'GET',
  path: `${LANGUAGES}/export`,
  access: sees,
  request: Type.Object({ id_language: Code }),
  response: Type.Object({
    name: Type.String(),
    words: Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })),
  }),
})
/** `GET languages/sheet`: the same as a table of key, original and text. */
export const languageSheetCall = defineCall({
  method: 'GET',
  path: `${LANGUAGES}/sheet`,
  access: sees,
  request: Type.Object({
    id_language: Code,
    format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
  }),
  response: Type.Unknown(),
})
/** `POST languages/import`: a file of either form, in base64; what does not fit is counted and left out. */
export const importLanguageCall = defineCall({
  method: 'POST',
  path: `${LANGUAGES}/import`,
  access: edits,
  request: Type.Object({
    id_language: Code,
    name: Type.String({ maxLength: 255 }),
    base64: Type.String({ maxLength: 3_500_000 }),
  }),
  response: Type.Object({
    msg: Type.String(),
    saved: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
  }),
})
