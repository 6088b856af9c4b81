import type { Cell, Sheet } from './sheet'

/** A sheet with further columns before its own, which have the same text in every row. */
export function withFixedColumns(sheet: Sheet, values: { readonly [name: string]: string }): Sheet {
  const fixed = Object.entries(values)
  if (fixed.length === 0) return sheet
  const cells = fixed.map(([, text]): Cell => (text === '' ? { kind: 'empty', text } : { kind: 'text', text }))
  return {
    ...sheet,
    columns: [
      ...fixed.map(([name], index) => ({ index, letter: '', name })),
      ...sheet.columns.map((column) => ({ ...column, index: column.index + fixed.length })),
    ],
    async *rows() {
      for await (const batch of sheet.rows()) yield batch.map(({ line, cells: own }) => ({ line, cells: [...cells, ...own] }))
    },
  }
}
