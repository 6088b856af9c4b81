import type { DocumentColumn } from '../export/file-document'

/** The content of a pdf, as plain data that can be sent to a thread. */
export interface PdfContent {
  readonly title: string
  readonly brand: string
  readonly made: string
  readonly language: string
  /** `Página %{page} de %{pages}`. */
  readonly pageOf: string
  readonly tables: readonly PdfTable[]
}

/** A picture in a cell, as `data:image/png;base64,…`, and its name. */
interface PdfPicture {
  readonly image: string
  readonly name: string
}

export type PdfCell = string | PdfPicture

export interface PdfTable {
  readonly title: string
  readonly columns: readonly DocumentColumn[]
  readonly rows: readonly (readonly PdfCell[])[]
}

const MARGIN_PT = 30
/** Width of the page without its margins: A4 and A3 landscape. */
const INNER_PT = { A4: 841.89 - 2 * MARGIN_PT, A3: 1190.55 - 2 * MARGIN_PT }
export const PADDING_PT = 3
const FONT_PT = { max: 8, least: 4.5 }
/** Roboto's letters are about half as wide as they are high. */
export const LETTER = 0.56
/** The sides that a picture fits in. */
const PICTURE_PT = 72
/** Letters that take about as much room as a picture. */
const PICTURE_LETTERS = 'x'.repeat(12)
/** Rows from which the widths of columns are measured. */
const MEASURED_ROWS = 200

/**
 * The definition of the pages for pdfmake: landscape, brand and title above, number of the page below, long texts
 * wrapped.
 */
export function pdfPage(content: PdfContent): object {
  const { title, brand, made, language, pageOf, tables } = content
  const measured = tables.map((table) => ({ table, widths: measureTable(table) }))
  const fitting = (room_pt: number): number => Math.min(...measured.map(({ widths }) => fittingFont(widths, room_pt)))
  const pageSize = fitting(INNER_PT.A4) < FONT_PT.max ? 'A3' : 'A4'
  const fontSize = Math.min(FONT_PT.max, Math.max(FONT_PT.least, fitting(INNER_PT[pageSize])))
  return {
    pageSize,
    pageOrientation: 'landscape',
    pageMargins: [MARGIN_PT, 48, MARGIN_PT, 36],
    info: { title, author: brand, creator: brand, producer: brand },
    language,
    version: '1.7',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize, lineHeight: 1.15, color: '#1f2430' },
    header: {
      margin: [MARGIN_PT, 20, MARGIN_PT, 0],
      columns: [
        { text: title, fontSize: 13, bold: true, width: '*' },
        { text: brand, fontSize: 10, alignment: 'right', color: '#5b6270', width: 'auto' },
      ],
    },
    footer: (page: number, pages: number) => ({
      margin: [MARGIN_PT, 10, MARGIN_PT, 0],
      columns: [
        { text: made, fontSize: 8, color: '#5b6270' },
        {
          text: pageOf.replace('%{page}', String(page)).replace('%{pages}', String(pages)),
          fontSize: 8,
          color: '#5b6270',
          alignment: 'right',
        },
      ],
    }),
    content: measured.flatMap(({ table, widths }, at) => [
      ...(tables.length > 1 && at > 0 ? [{ text: table.title, bold: true, fontSize: 11, margin: [0, 14, 0, 4] }] : []),
      tableOf(table, widths, INNER_PT[pageSize], fontSize),
    ]),
  }
}

function tableOf(
  { columns, rows }: PdfTable,
  measured: readonly Measure[],
  inner_pt: number,
  fontSize: number,
): object {
  const widths = widthsOf(measured, inner_pt - columns.length * 2 * PADDING_PT, fontSize)
  const fits = widths.map((width) => Math.floor(width / (fontSize * LETTER)))
  const cell = (text: string, at: number, more: object = {}): object => ({
    text,
    alignment: columns[at]?.align ?? 'left',
    // A word that is longer than its column would run into the next one.
    ...(longestWord(text) > (fits[at] ?? 0) ? { wordBreak: 'break-all' } : {}),
    ...more,
  })
  return {
    table: {
      headerRows: 1,
      widths,
      dontBreakRows: rows.every((row) => row.every((one) => typeof one !== 'string' || one.length < 1000)),
      body: [
        columns.map(({ label }, at) => cell(label, at, { bold: true, fillColor: '#eef1f5' })),
        ...rows.map((row) =>
          row.map((one, at) => (typeof one === 'string' ? cell(one, at) : pictureNode(one, widths[at]))),
        ),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => '#d3d8e0',
      paddingLeft: () => PADDING_PT,
      paddingRight: () => PADDING_PT,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
  }
}

const pictureNode = ({ image }: PdfPicture, width_pt = PICTURE_PT): object => ({
  image,
  fit: [Math.min(PICTURE_PT, width_pt), PICTURE_PT],
})

/** Letters of a column: `words`, the width that breaks no word; `line`, the width that fits most of its values. */
interface Measure {
  readonly words: number
  readonly line: number
}

const MAX_WORD = 24
const MAX_LINE = 70

export function measureTable({ columns, rows }: Pick<PdfTable, 'columns' | 'rows'>): Measure[] {
  const sample = rows.slice(0, MEASURED_ROWS)
  return columns.map(({ label }, at) => {
    const texts = sample.map((row) => lettersOf(row[at] ?? ''))
    const words = Math.min(MAX_WORD, Math.max(3, longestWord(label), usual(texts.map(longestWord))))
    return {
      words,
      line: Math.min(
        MAX_LINE,
        Math.max(words, usual(texts.map((text) => Math.max(...text.split('\n').map(({ length }) => length))))),
      ),
    }
  })
}

/** Nineteen of twenty are no greater. */
const usual = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0

/** The font size at which no word has to be broken. */
const fittingFont = (widths: readonly Measure[], room_pt: number): number =>
  (room_pt - widths.length * 2 * PADDING_PT) / (widths.reduce((sum, { words }) => sum + words + 1, 0) * LETTER)

/** Widths that fill the page: each column gets room for its words first, then for its lines. */
export function widthsOf(measured: readonly Measure[], room_pt: number, fontSize: number): number[] {
  const words = measured.map((one) => (one.words + 1) * fontSize * LETTER)
  const rest = room_pt - sum(words)
  if (rest <= 0) return words.map((width) => (width / sum(words)) * room_pt)
  const lines = measured.map((one) => one.line - one.words + 1)
  return words.map((width, at) => width + ((lines[at] ?? 0) / sum(lines)) * rest)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const lettersOf = (one: PdfCell): string => (typeof one === 'string' ? one : PICTURE_LETTERS)

const longestWord = (text: string): number =>
  text.split(/[ \t\n-]+/).reduce((max, word) => Math.max(max, word.length), 0)
