import type { Entity } from '../entity'
import type { JsonObject } from '../json'
import type { Rule } from '../rules/rule'
import type { Actor } from './actor'

const SEES = 'sees:'

/** The fact of a user that they see a module; no file can name it but by `x-see-module`. */
const factOf = (module: string): string => `${SEES}${module}`

/** The rule of a field that is another module's: whoever does not see that module has no such value. */
export const seesModule = (module: string): Rule => ({
  operand: { kind: 'user', name: factOf(module) },
  op: 'eq',
  value: { kind: 'literal', value: true },
})

const asked = new WeakMap<object, readonly string[]>()

/** The facts that fields with `x-see-module` ask of a user. */
export function seesFacts(
  entities: { readonly [name: string]: Entity },
  { root, rights }: Pick<Actor, 'root' | 'rights'>,
): JsonObject {
  const modules = asked.get(entities) ?? [
    ...new Set(
      Object.values(entities).flatMap(({ fields }) =>
        Object.values(fields).flatMap(({ schema }) => {
          const module = schema['x-see-module']
          return typeof module === 'string' ? [module] : []
        }),
      ),
    ),
  ]
  asked.set(entities, modules)
  return Object.fromEntries(
    modules.map((module) => [factOf(module), root || (Object.hasOwn(rights, module) && rights[module]?.see === true)]),
  )
}

/** The same facts of somebody who has fewer rights now. */
export const seesLess = (facts: Actor['facts'], rights: Actor['rights']): JsonObject =>
  Object.fromEntries(
    Object.keys(facts)
      .filter((name) => name.startsWith(SEES))
      .map((name) => [
        name,
        Object.hasOwn(rights, name.slice(SEES.length)) && rights[name.slice(SEES.length)]?.see === true,
      ]),
  )
