/** A message inside a form's errors and the path to it, as the form's sources have it: `zones.0.name`. */
export interface InnerError {
  readonly path: string
  readonly message: string
}

/**
 * The messages of a form's errors, those of a grid's cells too: errors are nested as the values are, and a leaf has a
 * `message`.
 * @param error a part of the form's errors, e.g. all of them
 */
export function innerErrors(error: unknown, path = ''): readonly InnerError[] {
  if (typeof error !== 'object' || error === null) return []
  const { message } = error as { message?: unknown }
  const own = typeof message === 'string' && message !== '' ? [{ path, message }] : []
  // The other properties of a field's error (its type, the input) are no fields.
  if (own.length || typeof (error as { type?: unknown }).type === 'string') return own
  return Object.entries(error).flatMap(([key, inner]) => innerErrors(inner, path ? `${path}.${key}` : key))
}

/** Messages by path as nested errors, which the form keeps: `{ zones: [{ name: { type, message } }] }`. */
export function nestedErrors(errors: readonly (InnerError & { readonly type: string })[]): { [name: string]: object } {
  const nested: { [name: string]: object } = {}
  for (const { path, ...error } of errors) {
    const keys = path.split('.')
    let at = nested
    keys.forEach((key, depth) => {
      const next = keys[depth + 1]
      at = (at[key] ??= next === undefined ? error : /^\d+$/.test(next) ? [] : {}) as typeof nested
    })
  }
  return nested
}
