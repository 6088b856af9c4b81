import type { JsonObject } from '../../src/model/json'

/** What paper cannot show, or must not. */
const NEVER = /^(file|image|json|point|polygon|object|password|secret|children)$/

/** Documents of an entity that nobody thought of: one of everything that it has, one of next to nothing. */
export function randomPrint(schema: JsonObject, hasInner: boolean): JsonObject {
  const properties = Object.entries(schema.properties as { readonly [name: string]: JsonObject })
  const typeOf = ({ type, format, ...more }: JsonObject, name: string): string =>
    String(more['x-type'] ?? /_([a-z]+)$/.exec(name)?.[1] ?? format ?? type)
  const shown = properties.filter(
    ([name, property]) => !NEVER.test(typeOf(property, name)) && !name.endsWith('_richtext'),
  )
  const fields = ['id', ...shown.map(([name]) => name)]
  const amounts = shown
    .filter(
      ([name, property]) => /^(money|decimal|integer|percent)$/.test(typeOf(property, name)) || name === 'num_filas',
    )
    .map(([name]) => name)
  // What belongs to a value of an enum is hidden while that has another.
  const parts = JSON.stringify(schema['x-parts'] ?? null)
  const open = shown
    .filter(([name, property]) => property['x-see'] === undefined && !parts.includes(`"${name}"`))
    .map(([name]) => name)
  const rows = properties.some(([name]) => name === 'filas')
  return {
    todo: {
      title: 'Todo',
      heading: `Ficha {{id}} ${open
        .slice(0, 2)
        .map((name) => `{{${name}|upper}}`)
        .join(' ')}`,
      watermark: [{ text: 'COPIA', when: { id: { isNull: false } } }],
      blocks: [
        { parties: [{ title: 'Uno', fields: fields.slice(0, 3) }, { fields: fields.slice(-2) }] },
        { fields, columns: 4 },
        ...(rows
          ? [
              {
                rows: 'filas',
                sum: ['monto'],
                columns: ['texto', 'monto', 'dia'],
                ...(hasInner ? { inner: { rows: 'filas' } } : {}),
              },
            ]
          : []),
        ...(amounts.length > 0 ? [{ totals: amounts }] : []),
        'break',
        { text: open.map((name) => `${name}: {{${name}}}`).join('\n') || 'Nada', as: 'small' },
        { qr: 'ficha {{id}}', caption: '{{id}}' },
      ],
    },
    nada: { title: 'Nada', size: 'A5', blocks: [{ text: 'Nada', as: 'heading' }] },
  }
}
