import { safeText } from './csv-cell'
import { started, type Batches, type FileDocument, type FileTable } from './file-document'

/** A page to look at, to print, and to open in a spreadsheet; it loads nothing and runs nothing. */
export async function* writeHtml(document: FileDocument): AsyncGenerator<string> {
  const { title, brand, made, language, tables } = document
  const [first, ...rest] = tables
  const rows = first && (await started(first.batches('shown')))
  yield `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p>${escaped([brand, made].filter(Boolean).join(' · '))}</p></header>
`
  if (first && rows) yield* writeTable(first, rows, rest.length > 0)
  for (const table of rest) yield* writeTable(table, table.batches('shown'), true)
  yield '</body>\n</html>\n'
}

async function* writeTable({ title, columns }: FileTable, batches: Batches, captioned: boolean): AsyncGenerator<string> {
  const right = columns.map(({ align }) => (align === 'right' ? ' class="n"' : ''))
  const heads = columns.map(({ label }, at) => `<th scope="col"${right[at]}>${cell(label)}</th>`).join('')
  yield `<table>\n${captioned ? `<caption>${cell(title)}</caption>\n` : ''}<thead><tr>${heads}</tr></thead>\n<tbody>\n`
  for await (const rows of batches) {
    yield rows.map((row) => `<tr>${row.map((text, at) => `<td${right[at]}>${cell(text as string)}</td>`).join('')}</tr>\n`).join('')
  }
  yield '</tbody>\n</table>\n'
}

/** A spreadsheet that opens the page runs no formula of it. */
const cell = (text: string): string => escaped(safeText(text)).replaceAll('\n', '<br>')

const ESCAPES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Markup as text; control characters, which no page may hold, are left out. */
const escaped = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const STYLE = `
body { font: 13px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #1f2430; background: #fff; margin: 24px }
header { margin-bottom: 16px } h1 { font-size: 20px; margin: 0 } header p { color: #5b6270; margin: 2px 0 0 }
table { border-collapse: collapse; width: 100%; margin-bottom: 24px; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; font-size: 15px; padding: 4px 0 }
th, td { border-bottom: 1px solid #dde1e8; padding: 5px 8px; text-align: left; vertical-align: top; overflow-wrap: break-word; min-width: 3em; max-width: 48ch; unicode-bidi: plaintext }
th { background: #f3f5f8; font-weight: 600; overflow-wrap: normal } .n { text-align: right; white-space: nowrap }
tbody tr:nth-child(even) { background: #fafbfc }
@media (max-width: 700px) { body { margin: 12px; overflow-x: auto } table { width: auto } }
@media print { @page { size: A4 landscape; margin: 12mm } body { margin: 0; font-size: 10px } thead { display: table-header-group } tr { break-inside: avoid } }
`
