import { choiceKeys } from '../../../model/field-words'
import { choices } from '../../../model/rules/choices'
import { contrastOf } from '../../../model/values/contrast'
import type { CallContext } from '../feature/call'

/** The parts of a call's context that naming states needs. */
export type Teller = Pick<CallContext, 'model' | 'say'>

/** A state on the wire next to its value: its name and its colours. */
export type StateObject = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly contrast: string
  readonly icon?: string
}

/**
 * States of an entity's `state` (or of another choice of it) as people see them, in the teller's language, by value; in
 * the order of the schema.
 */
export function stateObjects({ model, say }: Teller, entity: string, name = 'state'): ReadonlyMap<string, StateObject> {
  const field = model.entities[entity]?.fields[name]
  if (!field) return new Map()
  return new Map(
    choices(field).map(({ value, title, color = '', icon }) => {
      const named = choiceKeys(field, value)
        .map((key) => ({ key, text: say(key) }))
        .find(({ key, text }) => text !== key)
      return [
        value,
        {
          id: value,
          name: named?.text ?? title,
          color,
          contrast: contrastOf(color),
          ...(icon === undefined ? {} : { icon }),
        },
      ]
    }),
  )
}
