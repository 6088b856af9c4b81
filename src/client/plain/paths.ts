/** The keys of a path as it is written: `a.b[0]`. A key that the object has as a whole is one. */
const keysOf = (path: string | number | readonly (string | number)[], object: unknown): readonly (string | number)[] => {
  if (typeof path === 'object') return path
  const written = String(path)
  if (typeof object === 'object' && object !== null && written in object) return [written]
  return written.split(/[.[\]]+/).filter((key, i) => key !== '' || i === 0)
}

type Path = Parameters<typeof keysOf>[0]
type Box = { [key: string | number]: unknown }

/** The value at a path, or what is given for none. Stands in for `lodash/get` in the built console. */
export function get(object: unknown, path: Path, none?: unknown): unknown {
  let value = object
  for (const key of keysOf(path, object)) {
    if (value === null || value === undefined) return none
    value = (value as Box)[key]
  }
  return value === undefined ? none : value
}

const OUT_OF_REACH: readonly unknown[] = ['__proto__', 'constructor', 'prototype']

/** Puts a value at a path, in lists and objects made on the way. Stands in for `lodash/set` in the built console. */
export function set<Given>(object: Given, path: Path, value: unknown): Given {
  if (typeof object !== 'object' || object === null) return object
  const keys = keysOf(path, object)
  if (keys.some((key) => OUT_OF_REACH.includes(key))) return object
  let box = object as Box
  keys.slice(0, -1).forEach((key, i) => {
    const inner = box[key]
    if (typeof inner !== 'object' || inner === null) box[key] = /^\d+$/.test(String(keys[i + 1])) ? [] : {}
    box = box[key] as Box
  })
  const last = keys.at(-1)
  if (last !== undefined) box[last] = value
  return object
}

/** An object of some of its keys. Stands in for `lodash/pick` in the built console, whose callers name keys, not paths. */
export const pick = (object: object | null | undefined, keys: readonly string[]): object =>
  Object.fromEntries(keys.filter((key) => object && key in object).map((key) => [key, (object as Box)[key]]))
