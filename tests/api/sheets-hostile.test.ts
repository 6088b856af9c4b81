import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Child } from '../database/child'
import { isMine } from '../share'
import { bookBytes, MEGABYTE, packed, SHEET } from './hostile-books'
import { noSpreadsheets, spreadsheet } from './sheet-tables'

if (noSpreadsheets) console.log(`skipped: the shared spreadsheets: ${noSpreadsheets}`)

/** What a file may make the process that reads it grow by, its thread included; a bomb all that the limits grant. */
const MAX_GROWTH_MB = 400
// 603 to 629 were measured with the thread at its limit.
const MAX_GROWTH_OF_BOMB_MB = 750

const folder = mkdtempSync(join(tmpdir(), 'sheets-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Outcome {
  readonly refused?: string
  readonly columns?: number
  readonly header?: number | null
  readonly rows?: number
  readonly grew_mb: number
  readonly took_ms: number
  readonly gap_ms: number
}

/** Reads a file in a process of its own; what kills that process, or makes it grow too much, fails the test. */
async function outcomeOf(path: string, limits: object = {}, most_mb = MAX_GROWTH_MB): Promise<Partial<Outcome>> {
  const child = new Child('../api/sheets-child.ts', path, JSON.stringify(limits))
  const { grew_mb, took_ms: _took, gap_ms: _gap, ...outcome } = JSON.parse(await child.says()) as Outcome
  await child.ended
  expect(child.process.exitCode).toBe(0)
  expect(grew_mb).toBeLessThan(most_mb)
  return outcome
}

const HOSTILE: { readonly [file: string]: Partial<Outcome> } = {
  'calamine_OOM_alloc2.xls': { columns: 74, header: 1, rows: 191 },
  'calamine_issue_666_lost_sheets.xlsb': { refused: 'load.empty' },
  'calamine_nonstandard-xml-ns-prefix.xlsx': { columns: 2, header: 1, rows: 2 },
  'calamine_pass_protected.xlsx': { refused: 'sheets.encrypted' },
  // Fifty thousand merged areas, and nothing in them.
  'poi_57893-many-merges.xlsx': { refused: 'load.empty' },
  // A document of a word processor.
  'poi_ContentTypeHasEntities.xlsx': { refused: 'sheets.no_book' },
  'poi_bug62181.xlsx': { columns: 9, header: null, rows: 19_455 },
  'poi_clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5542865479270400.xlsx': { refused: 'sheets.damaged' },
  'poi_clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-6594557414080512.xlsx': { refused: 'sheets.damaged' },
  'poi_crash-274d6342e4842d61be0fb48eaadad6208ae767ae.xlsx': { refused: 'sheets.damaged' },
  'poi_poc-shared-strings.xlsx': { refused: 'sheets.cell_too_long' },
  'poi_poc-xmlbomb-empty.xlsx': { refused: 'sheets.unsafe' },
  'poi_protected_passtika.xlsx': { refused: 'sheets.encrypted' },
  // The entity stands in a part that no cell is read from: it is never opened.
  'poi_xxe_in_schema.xlsx': { columns: 5, header: 9, rows: 1 },
}

describe.skipIf(noSpreadsheets !== null)('books that are meant to do harm', () => {
  test('are all named here', () => {
    expect(Object.keys(HOSTILE).sort()).toEqual(readdirSync(spreadsheet('hostile')).sort())
  })
  test.concurrent.each(Object.entries(HOSTILE))('%s', async (file, meant) => {
    expect(await outcomeOf(spreadsheet(`hostile/${file}`))).toEqual(meant)
  })
})

test('fifty thousand rows of ten columns are read within the same bounds', async () => {
  const cells = (row: number) =>
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? `<c><v>${row + at}</v></c>`
        : `<c t="inlineStr"><is><t>texto ${row} de la columna ${at}</t></is></c>`,
    ).join('')
  const header = Array.from({ length: 10 }, (_, at) => `<c t="inlineStr"><is><t>columna ${at}</t></is></c>`).join('')
  const rows = Array.from({ length: 50_000 }, (_, row) => `<row>${cells(row)}</row>`).join('')
  const path = book({ sheet: packed(Buffer.from(`${SHEET}<row>${header}</row>${rows}</sheetData></worksheet>`)) })
  expect(await outcomeOf(path)).toEqual({ columns: 10, header: 1, rows: 50_000 })
})

/** Bombs that take a second of the processor and more each; a run throws its share of them, ten runs all. */
const LARGE: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a part that unpacks to more than may be is not unpacked',
    async () => {
      expect(await outcomeOf(book({ sheet: packed(Buffer.alloc(256 * MEGABYTE, 32)) }))).toEqual({
        refused: 'sheets.too_large',
      })
    },
  ],
  [
    'a part that says it is small and is not is refused where it passes what it said',
    async () => {
      const { data } = packed(Buffer.alloc(100 * MEGABYTE, 32))
      expect(await outcomeOf(book({ sheet: { data, size: 1000 } }))).toEqual({ refused: 'sheets.damaged' })
    },
  ],
  [
    'seven hundred thousand rows end the thread or the patience, never the server',
    async () => {
      const row = '<row><c><v>1</v></c><c t="inlineStr"><is><t>uno</t></is></c></row>'
      const xml = Buffer.from(`${SHEET}${row.repeat(700_000)}</sheetData></worksheet>`)
      expect(await outcomeOf(book({ sheet: packed(xml) }), {}, MAX_GROWTH_OF_BOMB_MB)).toEqual({
        refused: expect.stringMatching(/too_(many_rows|large|slow)/) as string,
      })
    },
  ],
  [
    'a thread that is out of memory is told as a file too large',
    async () => {
      const cells = Array.from(
        { length: 400_000 },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>texto ${at}</t></is></c></row>`,
      )
      const path = book({ sheet: packed(Buffer.from(`${SHEET}${cells.join('')}</sheetData></worksheet>`)) })
      expect(await outcomeOf(path, { memory_mb: 48, rows: 1_000_000 })).toEqual({ refused: 'sheets.too_large' })
    },
  ],
  [
    'a book that takes longer than it may is given up',
    async () => {
      const cells = Array.from(
        { length: 100_000 },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
      )
      expect(
        await outcomeOf(book({ sheet: packed(Buffer.from(`${SHEET}${cells.join('')}</sheetData></worksheet>`)) }), {
          time_ms: 50,
        }),
      ).toEqual({ refused: 'sheets.too_slow' })
    },
  ],
]

describe('bombs', () => {
  // Two places each: every run throws one.
  for (const [place, [what, isRefused]] of LARGE.entries())
    if (isMine(place) || isMine(place + LARGE.length)) test(what, isRefused)

  test.concurrent('a sheet that claims every cell there can be costs what it holds', async () => {
    const xml =
      SHEET.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>') +
      '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>fin</t></is></c></row></sheetData></worksheet>'
    expect(await outcomeOf(book({ sheet: packed(Buffer.from(xml)) }))).toEqual({
      columns: 1,
      header: 1_048_576,
      rows: 0,
    })
  })

  test.concurrent.each([
    ['ten thousand parts', () => book({ parts: 10_000 })],
    [
      "random bytes after a zip's sign",
      () => file(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5000, 0xa7)])),
    ],
    [
      'a file that was cut off',
      () => file(bookBytes({ sheet: packed(Buffer.from(`${SHEET}</sheetData></worksheet>`)) }).subarray(0, 300)),
    ],
    [
      'an Office file of before 2007 with nothing in it',
      () => file(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(3000, 0xff)])),
    ],
    ['a sheet that is no xml', () => book({ sheet: packed(Buffer.alloc(1000, 0xff)) })],
  ])('%s', async (_what, made) => {
    expect((await outcomeOf(made())).refused).toMatch(/^(sheets\.damaged|load\.empty)$/)
  })
})

let files = 0
function file(bytes: Buffer): string {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, bytes)
  return path
}
const book = (of: Parameters<typeof bookBytes>[0]): string => file(bookBytes(of))
