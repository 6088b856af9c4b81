import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** What a value is held to. */
interface Shape<T extends TSchema> {
  /** Whether a value has it. */
  fits(value: unknown): value is Static<T>
  errors(value: unknown): ReturnType<ReturnType<typeof Compile<T>>['Errors']>
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/**
 * The shape that a schema describes, made ready when a value is first held to it: of the hundreds of calls that a start
 * registers few are made before it is over, and all of them cost a tenth of it.
 */
export function shapeOf<T extends TSchema>(schema: T): Shape<T> {
  const ready = (): ReturnType<typeof Compile> => {
    const known = compiled.get(schema) ?? Compile(schema)
    compiled.set(schema, known)
    return known
  }
  return {
    fits: (value): value is Static<T> => ready().Check(value),
    errors: (value) => ready().Errors(value),
  }
}
