import { errorKey } from '../../../model/error-key'
import type { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import { WHOLE_ROW } from '../../../model/import-answer'
import { errorAnswer, sayError } from '../../platform/answers/say-error'
import { fieldLabel } from '../../records/fields/labels'
import type { RecordContext } from '../../records/record-context'
import type { FieldErrors } from './staged-rows'

/** The errors of a refused write, by field; an error of no field belongs to the row. */
export function importErrors(context: RecordContext, error: AppError): FieldErrors {
  return Object.keys(error.errors).length > 0 ? error.errors : { [WHOLE_ROW]: saidError(context, error) }
}

/** An error as one sentence, in the words of the asker's language. */
export const saidError = ({ runtime: { words }, actor }: RecordContext, error: AppError): FieldError => ({
  key: 'import_said',
  params: { text: errorAnswer(words, actor.language, error).body.msg },
})

/** Sentences of errors by their keys. */
export function errorTexts(
  { runtime: { words }, actor }: RecordContext,
  errors: FieldErrors | null,
): { readonly [key: string]: string } {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([key, error]) => [key, sayError(words, actor.language, error, errorKey)]),
  )
}

/** The asker's label for the column of a key. */
export const keyColumnLabel = ({ runtime: { words }, actor, resource, entity }: RecordContext, key: string): string =>
  fieldLabel(words, actor.language, resource, entity.fields[key], key)

/** `La fila contiene errores:` and the list of them, each with the name of its column; '' when there are none. */
export function rowSentence(
  context: RecordContext,
  title: 'import.row_errors' | 'import.row_warnings',
  errors: FieldErrors | null,
): string {
  const list = Object.entries(errorTexts(context, errors)).map(([key, sentence]) =>
    key === WHOLE_ROW ? sentence : `${keyColumnLabel(context, key)}: ${sentence}`,
  )
  return list.length === 0 ? '' : [errorSentence(context, { key: title }), ...list].join('\n')
}

/** A sentence for the run as a whole. */
export const errorSentence = ({ runtime: { words }, actor }: RecordContext, { key, params }: FieldError): string =>
  words.say(actor.language, key, params)
