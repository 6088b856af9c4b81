import { csvLine } from './csv-cell'
import { started, type FileDocument } from './file-document'

// Excel reads a file without it in the machine's own code page.
const BOM = '\uFEFF'

/** A csv file; several tables stand below each other, each after the first behind a blank line and its title. */
export async function* writeCsv({ tables }: FileDocument): AsyncGenerator<string> {
  for (const [at, { title, columns, batches }] of tables.entries()) {
    const rows = await started(batches('exact'))
    yield `${at === 0 ? BOM : `\r\n${csvLine([title])}`}${csvLine(columns.map(({ label }) => label))}`
    for await (const batch of rows) yield batch.map((row) => csvLine(row as readonly string[])).join('')
  }
}
