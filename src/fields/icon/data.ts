import { compareCodePoints } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import { ICON_NAMES, isIconName } from '../../model/icon-names'
import type { Json } from '../../model/json'

/** An icon of the console by its Material name, `local_taxi`. */
export const icon: FieldType = {
  name: 'icon',
  json: 'string',
  keywords: [],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: toIcon,
  check: (value) => (typeof value === 'string' && isIconName(value) ? null : { key: 'icon' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const value = toIcon(raw)
    return value === null || isIconName(String(value)) ? { value } : { error: { key: 'icon' } }
  },
  compare: (a, b) => compareCodePoints(String(a), String(b)),
  sample: (_field, random) => ICON_NAMES[Math.floor(random() * ICON_NAMES.length)] ?? 'star',
  invalid: () => ['no_such_icon', '<svg>', 'constructor', 7, true, { a: 1 }],
  typescript: () => 'string',
  wire: { pattern: '^[a-z0-9_]+$' },
}

/** `Local taxi` and `local-taxi` are `local_taxi`. */
function toIcon(value: Json): Json {
  return typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_') || null
    : value
}
