import { anyId, anyOfText, anyText } from '../../model/any-reference'
import type { FieldType } from '../../model/field-type'
import { isObject, type Json, type JsonObject } from '../../model/json'
import { compareCodePoints } from '../../model/values/fold'
import { canonicalId, sampleId } from '../../model/values/id-value'

const kindsOf = (schema: JsonObject): readonly string[] =>
  Array.isArray(schema['x-to']) ? schema['x-to'].map(String) : []

const referenceText = (value: Json): string => {
  const found = anyId(value)
  return found ? anyText(found) : ''
}

/**
 * A record of one of several catalogues (`x-to`): `{ "kind": "drivers", "id": 12 }`, in files and filters `drivers:12`.
 */
export const refAny: FieldType = {
  name: 'ref-any',
  json: 'object',
  keywords: ['x-to', 'x-on-delete', 'x-flat'],
  operators: ['isNull'],
  onlyInLists: ['eq', 'ne', 'in', 'nin'],
  filter: 'eq',
  sortable: true,
  parts: ['kind', 'id'],
  canonical: (value) => {
    if (typeof value === 'string') return value.trim() === '' ? null : (anyOfText(value) ?? value)
    if (!isObject(value) || Object.keys(value).sort().join() !== 'id,kind') return value
    const [kind, id] = [value.kind ?? null, canonicalId(value.id ?? null)]
    return (kind === null || kind === '') && id === null ? null : { kind, id }
  },
  check: (value, { schema }) => {
    const found = isObject(value) && Object.keys(value).length === 2 ? anyId(value) : null
    return found && kindsOf(schema).includes(found.kind) ? null : { key: 'ref_any' }
  },
  toText: referenceText,
  fromText: (text) => {
    if (text.trim() === '') return { value: null }
    const found = anyOfText(text)
    return found ? { value: found } : { error: { key: 'ref_any' } }
  },
  compare: (a, b) => compareCodePoints(referenceText(a), referenceText(b)),
  sample: ({ schema }, random) => {
    const kinds = kindsOf(schema)
    return { kind: kinds[Math.floor(random() * kinds.length)] ?? '', id: sampleId(random) }
  },
  invalid: ({ schema }): Json[] => [
    'Ana',
    7,
    true,
    [1],
    { kind: kindsOf(schema)[0] ?? '', id: 0 },
    { kind: 'nobody_s', id: 1 },
    { id: 1 },
  ],
  typescript: ({ schema }) =>
    `{ readonly kind: ${
      kindsOf(schema)
        .map((kind) => `'${kind}'`)
        .join(' | ') || 'string'
    }; readonly id: number }`,
  errors: (schema) => [
    ...(kindsOf(schema).length > 1
      ? []
      : [
          [
            '/x-to',
            'a reference to one of several says which: "x-to": ["<catalogue>", "<catalogue>"]. To one alone it is a "ref".',
            'M056',
          ] as const,
        ]),
    ...(schema.default === undefined
      ? []
      : [['/default', 'which records there are, metadata does not know. Remove it.', 'M056'] as const]),
  ],
}
