import { LETTER } from './pdf-page'
import { isRightToLeft, textRuns, type PdfScript } from './pdf-scripts'
import type { PaperSize } from '../../../model/print/print'

/** A node of pdfmake's document. */
export type Node = { [key: string]: unknown }

/** The part of a page that is written on. */
interface PageRoom {
  readonly width_pt: number
  readonly margin_pt: number
  readonly font_pt: number
}

export const SMALL_PT = 7.5

const SIZES_PT: { readonly [size in PaperSize]: readonly [number, number] } = {
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  letter: [612, 792],
  legal: [612, 1008],
  '80mm': [226.77, 226.77],
}

/** Those of other sizes are the same. A ticket is read at arm's length. */
const MARGIN_AND_FONT: { readonly [size in PaperSize]?: readonly [margin_pt: number, font_pt: number] } = {
  A5: [28, 8],
  '80mm': [11, 10],
}

export function pageRoom(size: PaperSize, landscape: boolean): PageRoom {
  const [short, long] = SIZES_PT[size]
  const [margin_pt, font_pt] = MARGIN_AND_FONT[size] ?? [42, 9]
  return { width_pt: (landscape ? long : short) - 2 * margin_pt, margin_pt, font_pt }
}

/** Makes nodes of texts, each letter in a font that has it. */
export class PaperText {
  readonly room: PageRoom
  readonly #scripts: readonly PdfScript[]

  constructor(scripts: readonly PdfScript[], room: PageRoom) {
    this.#scripts = scripts
    this.room = room
  }

  /**
   * @param share of the page's width that it has
   * @param align where a text from left to right stands
   */
  node(text: string, more: Node = {}, share = 1, align: 'left' | 'right' = 'left'): Node {
    const fontSize = typeof more.fontSize === 'number' ? more.fontSize : this.room.font_pt
    return this.within(text, this.room.width_pt * share, fontSize, align, more)
  }

  within(text: string, width_pt: number, fontSize: number, align: 'left' | 'right', more: Node = {}): Node {
    const runs = textRuns(text, Math.floor(width_pt / (fontSize * LETTER)))
    const alignment = isRightToLeft(text) ? 'right' : align
    const [only] = runs
    if (runs.length === 1 && only && !only.rtl && !only.wordBreak) return { text, alignment, ...more }
    return {
      text: runs.map(({ font, ...run }) => ({ ...run, ...(font && this.#scripts.includes(font) && { font }) })),
      alignment,
      ...more,
    }
  }

  /** A watermark has one font. */
  watermark(text: string): Node {
    const [font] = textRuns(text, Infinity).flatMap((run) => run.font ?? [])
    return { text, ...(font && this.#scripts.includes(font) && { font }) }
  }
}
