type Plain = { readonly [key: string]: unknown }

/** What react-admin compares: values, lists, objects, moments, maps and sets. Stands in for `lodash/isEqual` in the built console. */
export default function isEqual(one: unknown, other: unknown, above: readonly unknown[] = []): boolean {
  if (one === other || (one !== one && other !== other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const prototype: unknown = Object.getPrototypeOf(one)
  if (prototype !== Object.getPrototypeOf(other)) return false
  // What holds itself is as equal as the rest of it.
  if (above.includes(one)) return true
  const below = [...above, one]
  const same = (a: unknown, b: unknown): boolean => isEqual(a, b, below)
  if (Array.isArray(one)) return one.length === (other as unknown[]).length && one.every((item, i) => same(item, (other as unknown[])[i]))
  if (one instanceof Date) return same(one.getTime(), (other as Date).getTime())
  if (one instanceof Map) {
    const [a, b] = [one, other as Map<unknown, unknown>]
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)))
  }
  if (one instanceof Set) {
    const [a, b] = [one, [...other as Set<unknown>]]
    return a.size === b.length && [...a].every((item) => b.some((its) => same(item, its)))
  }
  // A file is equal to itself alone.
  if (one instanceof Blob) return false
  const [a, b] = [one as Plain, other as Plain]
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}
