import type { ExportFormat } from '../../../model/resource'
import type { FileDocument } from '../export/file-document'
import { documentOf, fileName } from '../export/list-document'
import { writePdf } from '../pdf/write-pdf'
import { writeXlsx } from '../export/write-xlsx'
import type { MailFile } from '../mail/send-mail'
import type { AttachedReport } from '../mail/queue-mail'
import { readReportQuery } from '../reports/report-query'
import { reportTables } from '../reports/report-tables'
import type { Asking } from '../reports/block-context'
import type { Runtime } from '../../language/runtime'
import { readStored } from './read-definition'
import { readerOf } from './reader'

/** Rows of one table that a mail has room for; its page has all of them. */
const MAX_PAPER_ROWS = 500
const MAX_SHEET_ROWS = 20_000

const FILES: readonly {
  readonly format: ExportFormat
  readonly most: number
  readonly write: (document: FileDocument) => AsyncIterable<Uint8Array>
}[] = [
  { format: 'pdf', most: MAX_PAPER_ROWS, write: writePdf },
  { format: 'xlsx', most: MAX_SHEET_ROWS, write: (document) => writeXlsx(document) },
]

/**
 * A report as pdf and as sheets, counted now with the rights that its reader has now; null: they may not open it any
 * more, or have no share in its mails.
 */
export async function reportFiles(
  runtime: Runtime,
  { own_report, id_user }: AttachedReport,
): Promise<readonly MailFile[] | null> {
  const reader = await readerOf(runtime, id_user, own_report)
  if (!reader?.stored.kept.mail) return null
  const { asking, stored } = reader
  const { report } = readStored(runtime, stored)
  const query = readReportQuery(report, { compare: 1 }, String(asking.settings.timezone ?? 'UTC'), asking.now)
  const files: MailFile[] = []
  for (const { format, most, write } of FILES) {
    const tables = await reportTables(asking, report, query, most)
    files.push({
      filename: fileName(asking, stored.name, format),
      content: await whole(write(documentOf(asking, stored.name, tables.length > 0 ? tables : [nothing(asking)]))),
    })
  }
  return files
}

/** A reader who sees none of its catalogues gets a page that says so. */
const nothing = ({ runtime: { words }, actor: { language } }: Asking): FileDocument['tables'][number] => ({
  title: words.say(language, 'report.empty'),
  columns: [{ label: words.say(language, 'report.empty'), align: 'left' }],
  async *batches() {
    yield [[words.say(language, 'report.empty_text')]]
  },
})

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
