import type { AppError } from '../../model/errors'
import type { ValueFault } from '../../model/field-type'
import { WHOLE_ROW } from '../../model/import-answer'
import { errorAnswer, sayFault } from '../answers/say-error'
import { fieldLabel } from '../records/labels'
import type { RecordContext } from '../records/record-context'
import type { Faults } from './staged-rows'

/** What the write path refused, by field; what it says of no field is of the row, in the words of the asker's language. */
export function faultsOf({ runtime: { words }, actor }: RecordContext, error: AppError): Faults {
  if (Object.keys(error.errors).length > 0) return error.errors
  return { [WHOLE_ROW]: { key: 'import_said', params: { text: errorAnswer(words, actor.language, error).body.msg } } }
}

/** Sentences of faults by their keys. */
export function faultTexts({ runtime: { words }, actor }: RecordContext, faults: Faults | null): { readonly [key: string]: string } {
  return Object.fromEntries(
    Object.entries(faults ?? {}).map(([key, fault]): [string, string] => [key, sayFault(words, actor.language, fault)]),
  )
}

/** `La fila contiene errores:` and the list of them, each with the name of its column; '' when there are none. */
export function rowSentence(context: RecordContext, title: 'import.row_errors' | 'import.row_warnings', faults: Faults | null): string {
  const {
    runtime: { words },
    actor,
    resource,
    entity,
  } = context
  const list = Object.entries(faults ?? {}).map(([key, fault]) => {
    const sentence = sayFault(words, actor.language, fault)
    return key === WHOLE_ROW ? sentence : `${fieldLabel(words, actor.language, resource, entity.fields[key], key)}: ${sentence}`
  })
  return list.length === 0 ? '' : [words.say(actor.language, title), ...list].join('\n')
}

/** A sentence for the run as a whole. */
export const saidOf = ({ runtime: { words }, actor }: RecordContext, { key, params }: ValueFault): string =>
  words.say(actor.language, key, params)
