import type { Field } from '../field'
import type { Model } from '../model'

// What the engine itself says of a role.
const OWN = ['root', 'can_set_passwords', 'second_factor', 'protected']

type Named = Pick<Field, 'name' | 'type'>

/** The flags among the fields of `roles` that an application adds to it. */
export const flagsAmong = (fields: Iterable<Named>): readonly string[] =>
  [...fields].filter(({ name, type }) => type === 'flag' && !OWN.includes(name)).map(({ name }) => name)

/**
 * The flags that an application adds to `roles` (`schemas/roles.json`): facts of its people (`user.<flag>`), and for
 * whom an entry of the menu may be.
 */
export const roleFlags = ({ entities }: Pick<Model, 'entities'>): readonly string[] =>
  flagsAmong(Object.values(entities.roles?.fields ?? {}))
