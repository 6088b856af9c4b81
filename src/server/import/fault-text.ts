import type { AppError } from '../../model/errors'
import type { ValueFault } from '../../model/field-type'
import { WHOLE_ROW } from '../../model/import-answer'
import { errorAnswer, sayFault } from '../answers/say-error'
import { fieldLabel } from '../records/read/labels'
import type { RecordContext } from '../records/record-context'
import type { Faults } from './staged-rows'

/** What the write path refused, by field; what it says of no field is of the row. */
export function faultsOf(context: RecordContext, error: AppError): Faults {
  return Object.keys(error.errors).length > 0 ? error.errors : { [WHOLE_ROW]: saidFault(context, error) }
}

/** An error as one sentence, in the words of the asker's language. */
export const saidFault = ({ runtime: { words }, actor }: RecordContext, error: AppError): ValueFault => ({
  key: 'import_said',
  params: { text: errorAnswer(words, actor.language, error).body.msg },
})

/** Sentences of faults by their keys. */
export function faultTexts({ runtime: { words }, actor }: RecordContext, faults: Faults | null): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(faults ?? {}).map(([key, fault]) => [key, sayFault(words, actor.language, fault)]))
}

/** What the asker calls the column of a key. */
export const columnLabel = ({ runtime: { words }, actor, resource, entity }: RecordContext, key: string): string =>
  fieldLabel(words, actor.language, resource, entity.fields[key], key)

/** `La fila contiene errores:` and the list of them, each with the name of its column; '' when there are none. */
export function rowSentence(context: RecordContext, title: 'import.row_errors' | 'import.row_warnings', faults: Faults | null): string {
  const list = Object.entries(faultTexts(context, faults)).map(([key, sentence]) =>
    key === WHOLE_ROW ? sentence : `${columnLabel(context, key)}: ${sentence}`,
  )
  return list.length === 0 ? '' : [saidOf(context, { key: title }), ...list].join('\n')
}

/** A sentence for the run as a whole. */
export const saidOf = ({ runtime: { words }, actor }: RecordContext, { key, params }: ValueFault): string =>
  words.say(actor.language, key, params)
