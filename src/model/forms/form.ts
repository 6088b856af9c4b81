import type { Entity } from '../entity'
import { isObject, type Json, type JsonObject } from '../json'

/** One field of a form, as a publication keeps it. */
export interface FormField {
  /** Stable, and never given to another field of the form again. */
  readonly key: string
  /** Name in `FORM_FIELD_TYPES`. */
  readonly type: string
  readonly label: string
  readonly help?: string
  readonly required?: true
  readonly options?: readonly { readonly value: string; readonly title: string }[]
  readonly minimum?: number
  readonly maximum?: number
  /** Of a list: which rows of `form_lists` are offered. */
  readonly list?: FormList
  /** A rule over the fields above; while it does not hold, the field is hidden and has no value. */
  readonly condition?: JsonObject
  /** Kinds of people whose application shows it; absent: all. */
  readonly app?: readonly string[]
  /** Its value is part of the text that stands for the whole answer. */
  readonly show_to_text?: true
}

interface FormList {
  readonly var1: string
  readonly var2: string | null
}

/** One publication of a form; it never changes. */
export interface FormVersion {
  readonly form: number
  readonly number: number
  readonly title: string
  readonly fields: readonly FormField[]
}

/** A publication as a schema: fields, rules and checks like those of a schema file, and how its form is divided. */
export interface CompiledForm {
  readonly form: number
  readonly number: number
  readonly title: string
  readonly entity: Entity
  readonly sections: readonly FormSection[]
  readonly lists: { readonly [key: string]: FormList }
  /** Keys of the fields that stand for the whole answer. */
  readonly summary: readonly string[]
}

export interface FormSection {
  /** null: the fields above the first title. */
  readonly key: string | null
  readonly title: string | null
  readonly fields: readonly string[]
}

/** What a person was asked and what they answered, in the words of that day. */
export interface AnsweredField {
  readonly key: string
  readonly label: string
  /** Absent: the title of a section. */
  readonly text?: string
  /** The value is a stored file. */
  readonly file?: 'file' | 'image'
  readonly show_to_text?: true
}

/** A value of the type `answers`. */
export interface Answers {
  readonly form: number | null
  readonly version: number | null
  /** By the keys of the version's fields. */
  readonly values: JsonObject
  /** Written by the server. */
  readonly words: readonly AnsweredField[]
}

/** Reads a stored or sent value as answers; null when it does not have their shape. */
export function answersOf(value: Json | undefined): Answers | null {
  if (value === undefined || !isObject(value) || !isObject(value.values ?? null)) return null
  return {
    form: typeof value.form === 'number' ? value.form : null,
    version: typeof value.version === 'number' ? value.version : null,
    values: value.values as JsonObject,
    words: Array.isArray(value.words) ? (value.words as readonly Json[]).flatMap((one) => wordOf(one) ?? []) : [],
  }
}

function wordOf(value: Json): AnsweredField | null {
  if (!isObject(value) || typeof value.key !== 'string' || typeof value.label !== 'string') return null
  const { key, label, text, file } = value
  return {
    key,
    label,
    ...(typeof text === 'string' && { text }),
    ...((file === 'file' || file === 'image') && { file }),
    ...(value.show_to_text === true && { show_to_text: true as const }),
  }
}

/** What was asked and answered, one line each; an unanswered question has a dash. */
export const answeredText = (value: Json | undefined, between = ', '): string =>
  (answersOf(value)?.words ?? []).flatMap(({ label, text }) => (text ? [`${label}: ${text}`] : [])).join(between)
