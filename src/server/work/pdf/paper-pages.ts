import type { PdfScript } from './pdf-scripts'
import { blockNode } from './paper-blocks'
import { pageRoom, PaperText, SMALL_PT, type Node } from './paper-text'
import { isRoll, type Paper, type PaperSheet } from './paper'

const FOOT_PT = 34

/**
 * The definition of a document's pages for pdfmake: a section for each record, whose pages are counted on their own.
 */
export function paperPages(paper: Paper, scripts: readonly PdfScript[]): object {
  const { title, brand, size, landscape, sheets } = paper
  const text = new PaperText(scripts, pageRoom(size, landscape))
  // Their places are known when the feet are drawn.
  const marks = sheets.map((): Node => ({ text: '', fontSize: 0.1, lineHeight: 0.1 }))
  return {
    pageSize: isRoll(size)
      ? { width: text.room.width_pt + 2 * text.room.margin_pt, height: 'auto' }
      : size.toUpperCase(),
    pageOrientation: landscape ? 'landscape' : 'portrait',
    pageMargins: isRoll(size) ? text.room.margin_pt : [text.room.margin_pt, 38, text.room.margin_pt, FOOT_PT + 8],
    info: { title, author: brand, creator: brand, producer: brand },
    language: sheets[0]?.language ?? 'es',
    version: '1.7',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize: text.room.font_pt, lineHeight: 1.2, color: '#1f2430' },
    content: sheets.map((sheet, at) => section(paper, sheet, marks, at, text)),
  }
}

function section(
  { letterhead, size }: Paper,
  sheet: PaperSheet,
  marks: readonly Node[],
  at: number,
  text: PaperText,
): Node {
  const { heading, watermark, blocks } = sheet
  const isHeaded = blocks.some(({ kind }) => kind === 'letterhead')
  const title: Node = text.node(
    heading,
    { fontSize: 15, bold: true, width: isHeaded ? '42%' : '*' },
    isHeaded ? 0.42 : 1,
    isHeaded ? 'right' : 'left',
  )
  return {
    section: [
      marks[at],
      ...(isHeaded ? [] : [{ ...title, margin: [0, 0, 0, 10] }]),
      ...blocks.flatMap((block) => blockNode(block, letterhead, title, text)),
    ],
    ...(!isRoll(size) && {
      header: (page: number) =>
        page === firstPage(marks[at])
          ? null
          : {
              ...text.node(heading, { fontSize: SMALL_PT, color: '#5b6270' }, 1, 'right'),
              margin: [text.room.margin_pt, 18, text.room.margin_pt, 0],
            },
      footer: (page: number, pages: number) => foot(sheet, page, pages, marks, at, text),
    }),
    watermark:
      watermark === null ? null : { ...text.watermark(watermark), color: '#1f2430', opacity: 0.07, bold: true },
  }
}

/** pdfmake writes the places of a node into it. */
const firstPage = (mark: Node | undefined): number => {
  const [first] = (mark?.positions ?? []) as readonly { readonly pageNumber: number }[]
  return first?.pageNumber ?? 1
}

function foot(
  { heading, made, pageOf }: PaperSheet,
  page: number,
  pages: number,
  marks: readonly Node[],
  at: number,
  text: PaperText,
): Node {
  const first = firstPage(marks[at])
  const last = at + 1 < marks.length ? firstPage(marks[at + 1]) - 1 : pages
  const number = pageOf.replace('%{page}', String(page - first + 1)).replace('%{pages}', String(last - first + 1))
  return {
    margin: [text.room.margin_pt, 10, text.room.margin_pt, 0],
    columns: [
      text.node(`${heading} · ${made}`, { fontSize: SMALL_PT, color: '#5b6270' }, 0.7),
      text.node(number, { fontSize: SMALL_PT, color: '#5b6270', width: 'auto' }, 0.3, 'right'),
    ],
  }
}
