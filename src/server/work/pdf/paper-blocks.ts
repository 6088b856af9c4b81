import { isOnPaper } from '../../platform/files/picture-data'
import { measureTable, PADDING_PT, widthsOf } from './pdf-page'
import type { PaperHead, SheetBlock, SheetFact, PaperTable } from './paper'
import { SMALL_PT, type Node, type PaperText } from './paper-text'
import { qrCode } from './qr-code'

const GREY = '#5b6270'
const LINE = '#d3d8e0'
const DARK = '#1f2430'
const QR_PT = 82
/** The longer side of a picture, and of one in a table. */
const PICTURE_PT = 110
const CELL_PICTURE_PT = 42

/** A block as nodes of pdfmake's document; `title` is the document's, which stands in its letterhead. */
export function blockNode(block: SheetBlock, head: PaperHead, title: Node, text: PaperText): readonly Node[] {
  switch (block.kind) {
    case 'letterhead':
      return headNodes(head, title, text)
    case 'parties': {
      const share = 1 / block.parties.length
      const columns = block.parties.map(({ title: name, facts }) => ({
        width: '*',
        stack: [
          ...(name === ''
            ? []
            : [
                text.node(name, { bold: true, margin: [0, 0, 0, 2] }, share),
                rule(text.room.width_pt * share - 12, LINE),
              ]),
          ...facts.map((fact) => factNode(fact, text, share)),
        ],
      }))
      return [{ columns, columnGap: 18, margin: [0, 4, 0, 10] }]
    }
    case 'fields':
      return [...titleNodes(block.title, text), gridNode(block.facts, block.columns, text)]
    case 'rows':
      return [...titleNodes(block.title, text), tableNode(block, text)]
    case 'totals':
      return [totalsNode(block.facts, text)]
    case 'text':
      return block.text.split('\n').map(
        (line, at, all): Node =>
          text.node(line, {
            ...(block.as === 'heading' && { bold: true, fontSize: 12 }),
            ...(block.as === 'small' && { fontSize: SMALL_PT, color: GREY }),
            margin: [0, at === 0 ? 6 : 0, 0, at === all.length - 1 ? 6 : 1],
          }),
      )
    case 'qr':
      return qrNodes(block.text, block.caption, text)
    case 'break':
      return [{ text: '', pageBreak: 'after' }]
  }
}

const rule = (width_pt: number, color: string, width = 0.75): Node => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width_pt, y2: 0, lineWidth: width, lineColor: color }],
  margin: [0, 2, 0, 4],
})

const titleNodes = (title: string, text: PaperText): readonly Node[] =>
  title === '' ? [] : [text.node(title, { bold: true, fontSize: 10.5, margin: [0, 8, 0, 3], headlineLevel: 1 })]

function headNodes({ name, lines, logo }: PaperHead, title: Node, text: PaperText): readonly Node[] {
  const company: Node = {
    width: '*',
    stack: [
      text.node(name, { bold: true, fontSize: 12, margin: [0, 0, 0, 1] }, 0.4),
      ...lines.map((line) => text.node(line, { fontSize: 8, color: GREY }, 0.4)),
    ],
  }
  return [
    {
      columns: [...(logo === null ? [] : [{ image: logo, fit: [92, 44], width: 'auto' }]), company, title],
      columnGap: 12,
    },
    { ...rule(text.room.width_pt, DARK, 1), margin: [0, 8, 0, 10] },
  ]
}

function factNode({ label, value, picture }: SheetFact, text: PaperText, share: number): Node {
  if (picture !== undefined && isOnPaper(picture)) {
    const shown: Node = { image: picture, fit: [Math.min(PICTURE_PT, text.room.width_pt * share - 12), PICTURE_PT] }
    const name = text.node(label, { fontSize: SMALL_PT, color: GREY }, share)
    return { stack: [name, shown], margin: [0, 0, 0, 6], unbreakable: true }
  }
  return {
    stack: [text.node(label, { fontSize: SMALL_PT, color: GREY }, share), text.node(value, {}, share)],
    margin: [0, 0, 0, 4],
    unbreakable: value.length < 500,
  }
}

const NO_LINES = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 10,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}

function gridNode(facts: readonly SheetFact[], columns: number, text: PaperText): Node {
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_unused, at): Node => {
      const fact = facts[row * columns + at]
      return fact ? factNode(fact, text, 1 / columns) : { text: '' }
    }),
  )
  return {
    table: { widths: Array.from({ length: columns }, () => '*'), body: rows },
    layout: NO_LINES,
    margin: [0, 2, 0, 6],
  }
}

function tableNode({ columns, rows, totals, empty }: PaperTable, text: PaperText): Node {
  if (columns.length === 0) return { text: '' }
  const { width_pt, font_pt } = text.room
  const room_pt = width_pt - columns.length * 2 * PADDING_PT
  const measured = measureTable({
    columns,
    rows: [...(totals.length === 0 ? [] : [totals]), ...rows.map(({ cells }) => cells)],
  })
  const widths = widthsOf(measured, room_pt, font_pt)
  const cell = (value: string, at: number, more: Node = {}): Node =>
    text.within(value, widths[at] ?? width_pt, font_pt, columns[at]?.align ?? 'left', more)
  const wide = (value: string, more: Node): readonly Node[] => [
    { ...text.node(value, more), colSpan: columns.length },
    ...columns.slice(1).map((): Node => ({ text: '' })),
  ]
  const inner = new Set<number>()
  const body: (readonly Node[])[] = [
    columns.map(({ label }, at) => cell(label, at, { bold: true, fillColor: '#eef1f5' })),
  ]
  for (const row of rows) {
    body.push(
      row.cells.map((value, at) => {
        const picture = row.pictures?.[at]
        if (picture === undefined || !isOnPaper(picture)) return cell(value, at)
        return { image: picture, fit: [Math.min(CELL_PICTURE_PT, widths[at] ?? CELL_PICTURE_PT), CELL_PICTURE_PT] }
      }),
    )
    if (row.inner.length === 0) continue
    inner.add(body.length)
    body.push(wide(row.inner.join('\n'), { fontSize: 8, color: GREY, margin: [14, 0, 0, 2] }))
  }
  if (rows.length === 0) body.push(wide(empty, { color: GREY }))
  const sum = totals.length === 0 ? -1 : body.length
  if (sum > 0) body.push(totals.map((value, at) => cell(value, at, { bold: true })))
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths,
      body,
      dontBreakRows: rows.every(({ cells }) => cells.every((value) => value.length < 1000)),
    },
    layout: {
      // No line between a row and the rows of its own.
      hLineWidth: (at: number) => (at === sum ? 1 : inner.has(at) ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (at: number) => (at === sum ? DARK : LINE),
      paddingLeft: () => PADDING_PT,
      paddingRight: () => PADDING_PT,
      paddingTop: () => 2.5,
      paddingBottom: () => 2.5,
    },
    margin: [0, 2, 0, 8],
  }
}

/** Amounts at the right; the last one is what they come to. */
function totalsNode(facts: readonly SheetFact[], text: PaperText): Node {
  const body = facts.map(({ label, value }, at) => {
    const more = at === facts.length - 1 ? { bold: true, fontSize: text.room.font_pt + 1.5 } : {}
    return [
      text.node(label, { color: at === facts.length - 1 ? DARK : GREY, ...more }, 0.3),
      text.node(value, more, 0.3, 'right'),
    ]
  })
  return {
    columns: [
      { width: '*', text: '' },
      {
        width: text.room.width_pt * 0.45,
        table: { widths: ['*', 'auto'], body, dontBreakRows: true },
        layout: {
          ...NO_LINES,
          hLineWidth: (at: number) => (at === facts.length - 1 && at > 0 ? 1 : 0),
          hLineColor: () => DARK,
          paddingRight: () => PADDING_PT,
          paddingLeft: () => PADDING_PT,
          paddingTop: () => 2,
          paddingBottom: () => 2,
        },
      },
    ],
    unbreakable: true,
    margin: [0, 0, 0, 8],
  }
}

function qrNodes(value: string, caption: string, text: PaperText): readonly Node[] {
  const code = qrCode(value)
  if (!code) return []
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.size} ${code.size}"><path d="${code.path}" fill="#000"/></svg>`
  const lines =
    caption === ''
      ? []
      : [
          {
            stack: caption.split('\n').map((line) => text.node(line, { fontSize: 8, color: GREY }, 0.6)),
            width: '*',
            margin: [0, 4, 0, 0],
          },
        ]
  return [
    {
      columns: [{ svg, width: QR_PT, fit: [QR_PT, QR_PT] }, ...lines],
      columnGap: 12,
      margin: [0, 8, 0, 8],
      unbreakable: true,
    },
  ]
}
