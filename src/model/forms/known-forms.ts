import type { FieldError } from '../field-type'
import type { JsonObject } from '../json'
import type { CompiledForm } from './form'

/** A publication that the browser has fetched, and what it says of values. */
interface KnownForm {
  readonly compiled: CompiledForm
  readonly errorsOf: (values: JsonObject) => { readonly [key: string]: FieldError }
}

// A publication never changes, so what was fetched once stays right.
const known = new Map<string, KnownForm>()
const keyOf = (form: number, number: number): string => `${form}/${number}`

/** Keeps a publication for the checks of the forms that it is drawn in; a server knows them by its database. */
export const rememberForm = (one: KnownForm): void => void known.set(keyOf(one.compiled.form, one.compiled.number), one)

export const knownForm = (form: number | null, number: number | null): KnownForm | null =>
  form === null || number === null ? null : (known.get(keyOf(form, number)) ?? null)
