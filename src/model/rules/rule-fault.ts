/**
 * What a check of a rule found, for a sentence in the language of whoever wrote it: the check's own sentence is for
 * programmers.
 */
interface RuleFault {
  /** `field`: there is none of that name; `value`: the field cannot have it; null: something else is not understood. */
  readonly about: 'field' | 'value' | null
  /** The piece of the rule that is to blame. */
  readonly what: string
}

/** The piece of a rule that a check's sentence names. */
export function ruleFault(id: string, sentence: string): RuleFault {
  const value = /^(.+) is no value for "/.exec(sentence)
  if (value) return { about: 'value', what: (value[1] ?? '').replace(/^"(.*)"$/, '$1') }
  const what = /"([^"]*)"/.exec(sentence)?.[1] ?? ''
  return { about: id === 'M008' && sentence.startsWith('no field ') ? 'field' : null, what }
}
