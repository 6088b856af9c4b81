/**
 * How a column's values go over into another type without losing anything: the expression over the column, or null when they may not.
 * Types as `format_type` writes them.
 */
export function losslessChange(from: string, to: string, column: string): string | null {
  if (to === 'text' && /^(character varying|character|text|bigint|integer|smallint|numeric|date|uuid)\b/.test(from)) return `${column}::text`
  const wider = WIDER[to]?.some((type) => type === from || (type.endsWith('*') && from.startsWith(type.slice(0, -1)))) ?? false
  if (!wider) return null
  return from === 'boolean' ? `${column}::integer::${to}` : `${column}::${to}`
}

const WIDER: { readonly [to: string]: readonly string[] } = {
  integer: ['smallint', 'boolean'],
  bigint: ['smallint', 'integer', 'boolean'],
  numeric: ['smallint', 'integer', 'bigint', 'numeric(*', 'boolean'],
  'timestamp(3) with time zone': ['timestamp(0) with time zone', 'timestamp(1) with time zone', 'timestamp(2) with time zone'],
  jsonb: ['json'],
}
