import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { fieldTypes } from '../../../fields/data'
import { readAnswers } from '../../../model/validation/asked'
import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import type { Ask } from '../../../model/resource'

/** Checks the answers of a dialog as the server does. */
export function askResolver(ask: Ask, sentence: (error: FieldError) => string): Resolver<FieldValues> {
  return (values) => {
    const { errors: wrong } = readAnswers(
      ask,
      fieldTypes,
      Object.fromEntries(Object.entries(values as JsonObject).map(([name, value]) => [name, value ?? null])),
    )
    const errors: FieldErrors = Object.fromEntries(
      Object.entries(wrong).map(([name, error]) => [name, { type: error.key, message: sentence(error) }]),
    )
    return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} }
  }
}
