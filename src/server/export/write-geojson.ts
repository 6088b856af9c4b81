import type { Json } from '../../model/json'
import { started, type FileColumn, type FileDocument } from './file-document'

/**
 * A map's file (RFC 7946): a feature a row, its shape that of the first column which has one, the other columns its properties. Lossless,
 * fit to be brought back.
 */
export async function* writeGeoJson({ tables }: FileDocument): AsyncGenerator<string> {
  const [table] = tables
  const rows = table ? await started(table.batches('exact')) : []
  yield '{"type":"FeatureCollection","features":['
  let between = '\n'
  for await (const batch of rows) {
    for (const row of batch) {
      yield between + JSON.stringify(featureOf(table?.columns ?? [], row as readonly string[]))
      between = ',\n'
    }
  }
  yield '\n]}\n'
}

function featureOf(columns: readonly FileColumn[], row: readonly string[]) {
  const shape = columns.findIndex(({ geometry }) => geometry)
  const properties = columns.flatMap(({ label, align }, i): [string, Json][] => (i === shape ? [] : [[label, valueOf(row[i] ?? '', align)]]))
  return { type: 'Feature', properties: Object.fromEntries(properties), geometry: columns[shape]?.geometry?.(row[shape] ?? '') ?? null }
}

/** A number where none of its digits is lost. */
function valueOf(text: string, align: FileColumn['align']): Json {
  if (text === '') return null
  return align === 'right' && String(Number(text)) === text ? Number(text) : text
}
