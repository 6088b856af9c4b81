import type { Field } from '../../model/field'
import { choiceKeys } from '../../model/field-words'
import { useSay } from '../../ui/show/style'

interface Sides {
  readonly nameOf: (on: boolean) => string
  /** It has words of its own instead of yes and no. */
  readonly own: boolean
}

/** The words for the two sides of a flag. */
export function useSides(field: Field): Sides {
  const say = useSay()
  const said = (on: boolean): string => {
    return (
      choiceKeys(field, on ? '1' : '0')
        .map((key) => ({ key, word: say(key, { _: '' }) }))
        .find(({ key, word }) => word && word !== key)?.word ?? ''
    )
  }
  return { nameOf: (on) => said(on) || say(on ? 'field.yes' : 'field.no'), own: said(true) !== '' }
}
