import { Type, type Static } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'

/** Whom a text is for (`target` of the catalogues), as people read it. */
const Target = Type.Object({ id: Type.String(), name: Type.String() })
const Named = Type.Optional(Type.String({ maxLength: 20 }))
const Page = { brand: Type.String(), language: Type.String() }

/**
 * `GET legal/:prefix {language?}`: a legal text for everybody, in the asked language, else the reader's, else the first
 * that it is in. Its HTML was cleaned when it was written.
 */
export const legalCall = defineCall({
  method: 'GET',
  path: 'legal/:prefix',
  access: 'public',
  request: Type.Object({
    prefix: Type.String({ maxLength: 40 }),
    language: Type.Optional(Type.String({ maxLength: 2 })),
  }),
  response: Type.Object({
    ...Page,
    name: Type.String(),
    content: Type.String(),
    date_updated: Type.String(),
    /** The language of the text, which may be another than the reader's. */
    text_language: Type.String(),
    /** What it is there in, this one included. */
    languages: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    words: Type.Object({ updated: Type.String(), languages: Type.String(), faq: orNull(Type.String()) }),
  }),
})
export type LegalPage = Static<typeof legalCall.response>

/**
 * `GET public_texts {target?, language?}`: the legal texts in force and the help, as links at the foot of the pages
 * that stand before a session.
 */
export const publicTextsCall = defineCall({
  method: 'GET',
  path: 'public_texts',
  access: 'public',
  request: Type.Object({ target: Named, language: Type.Optional(Type.String({ maxLength: 2 })) }),
  response: Type.Object({
    title: Type.String(),
    items: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
  }),
})
export type PublicTexts = Static<typeof publicTextsCall.response>

const Question = Type.Object({ id: Id, id_type_faq: Id, tf_name: Type.String(), question: Type.String() })
const Category = Type.Object({ id: Id, target: Type.String(), name: Type.String(), num_faqs: Type.Integer() })
const Words = Type.Object({
  title: Type.String(),
  target: Type.String(),
  search: Type.String(),
  found: Type.String(),
  none: Type.String(),
  empty: Type.String(),
  back: Type.String(),
  all: Type.String(),
  one: Type.String(),
  many: Type.String(),
})
export type FaqWords = Static<typeof Words>

/**
 * `GET faq {target?, q?}`: the categories of a public, or with `q` the questions that have all its words in them or in
 * their answers.
 */
export const faqCall = defineCall({
  method: 'GET',
  path: 'faq',
  access: 'public',
  request: Type.Object({ target: Named, q: Type.Optional(Type.String({ maxLength: 200 })) }),
  response: Type.Object({
    ...Page,
    words: Words,
    /** Those that have questions, in their order. */
    targets: Type.Array(Target),
    /** The one that is shown: the asked one, else the first. */
    target: orNull(Type.String()),
    items: Type.Array(Category),
    found: Type.Array(Question),
  }),
})
export type FaqPage = Static<typeof faqCall.response>

/** `GET faq/:id_type_faq`: the questions of a category. */
export const faqTypeCall = defineCall({
  method: 'GET',
  path: 'faq/:id_type_faq',
  access: 'public',
  request: Type.Object({ id_type_faq: Id }),
  response: Type.Object({ ...Page, words: Words, item: Category, questions: Type.Array(Question) }),
})
export type FaqTypePage = Static<typeof faqTypeCall.response>

/** `GET faq/:id_type_faq/:id`: a question and its answer, HTML that was cleaned when it was written. */
export const faqAnswerCall = defineCall({
  method: 'GET',
  path: 'faq/:id_type_faq/:id',
  access: 'public',
  request: Type.Object({ id_type_faq: Id, id: Id }),
  response: Type.Object({ ...Page, words: Words, item: Category, question: Question, answer: Type.String() }),
})
export type FaqAnswerPage = Static<typeof faqAnswerCall.response>

const access = { module: 'type_faqs', right: 'see' } as const

/** `GET type_faqs/targets`: whom questions may be for. */
export const faqTargetsCall = defineCall({
  method: 'GET',
  path: 'type_faqs/targets',
  access,
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(Target) }),
})

/** `GET faqs/type {id_type_faq}`: all questions of a category, in their order, those switched off as well. */
export const faqsOfTypeCall = defineCall({
  method: 'GET',
  path: 'faqs/type',
  access,
  request: Type.Object({ id_type_faq: Id }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({ id: Id, id_type_faq: Id, question: Type.String(), answer: Type.String(), state: Type.String() }),
    ),
  }),
})
