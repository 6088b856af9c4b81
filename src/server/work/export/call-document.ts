import { zonedText } from '../../../model/values/zoned-text'
import type { CallCell, CallFile } from '../../language/feature/call'
import { type FileAsker, documentOf } from './list-document'
import type { FileDocument, FileValue, FileReading } from './file-document'

/** The document of a feature's call that answers a file. */
export function callDocument(asker: FileAsker, { title, columns, rows, zone }: CallFile): FileDocument {
  return documentOf(asker, title, [
    {
      title,
      columns: columns.map(({ label, align }) => ({ label, align: align ?? ('left' as const) })),
      async *batches(reading) {
        for await (const batch of rows()) yield batch.map((row) => row.map((cell) => valueOf(cell, reading, zone)))
      },
    },
  ])
}

function valueOf(cell: CallCell, reading: FileReading, zone: string): FileValue {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return reading === 'typed' ? { number: String(cell), money: false } : String(cell)
  const clock = zonedText(cell.moment, zone).replace('T', ' ').slice(0, 19)
  return reading === 'typed' ? { moment: clock } : clock
}
