import { typeOf } from '../../model/canonical'
import { choices } from '../../model/choices'
import type { Field } from '../../model/field'
import { sayFault } from '../answers/say-error'
import { flagWords } from '../records/labels'
import type { RecordContext } from '../records/record-context'

/** What says nothing about how a value is written. */
const SAYS_LITTLE = new Set(['characters', 'text', 'pattern', 'required', 'max', 'min'])

/**
 * What a person should know who fills a column in: whether it is needed, the field's own help, what its type asks for (the sentence
 * that a wrong value would get), and how long it may be.
 */
export function hintOf(context: RecordContext, field: Field, required: boolean): string {
  const {
    runtime: { words, fieldTypes },
    actor,
  } = context
  const say = (key: string, params?: { [name: string]: string | number }) => words.say(actor.language, `import.hint.${key}`, params)
  const type = typeOf(field, fieldTypes)
  const isListed = choices(field).length > 0 || (type.inFiles === 'flag' && flagWords(words, actor.language, field) !== null)
  const fault =
    field.ref || isListed
      ? null
      : type
          .invalid(field)
          .map((value) => type.check(value, field))
          .find((one) => one !== null && !SAYS_LITTLE.has(one.key))
  const { maxLength } = field.schema
  return [
    required ? say('required') : '',
    sentence(field.help ?? ''),
    field.ref ? say(type.json === 'array' ? 'several' : 'one') : '',
    isListed ? say('choice') : '',
    fault && !(type.json === 'string' && type.operators.includes('contains') && fault.key.startsWith('too_'))
      ? sayFault(words, actor.language, fault)
      : '',
    typeof maxLength === 'number' ? say('length', { max: maxLength }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)
