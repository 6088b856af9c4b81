import type { PaperSize, TextStyleName } from '../../../model/print/print'

/** A document to be drawn: plain data that can be sent to a thread, every value a text for people. */
export interface Paper {
  readonly title: string
  readonly brand: string
  readonly size: PaperSize
  readonly landscape: boolean
  readonly letterhead: PaperHead
  /** One for each record. */
  readonly sheets: readonly PaperSheet[]
}

/** The roll of a ticket printer has no pages: neither heads nor feet, and an end where the text has one. */
export const isRoll = (size: PaperSize): boolean => size === '80mm'

export interface PaperHead {
  readonly name: string
  readonly lines: readonly string[]
  /** `data:image/png;base64,…` */
  readonly logo: string | null
}

/** What is said of one record, on pages of its own. */
export interface PaperSheet {
  readonly language: string
  readonly heading: string
  readonly watermark: string | null
  /** When it was made. */
  readonly made: string
  /** `Página %{page} de %{pages}` */
  readonly pageOf: string
  readonly blocks: readonly SheetBlock[]
}

export interface SheetFact {
  readonly label: string
  readonly value: string
  /** `data:image/png;base64,…`, of a picture whose name is the value. */
  readonly picture?: string
}
interface SheetColumn {
  readonly label: string
  readonly align: 'left' | 'right'
}
export interface PaperRow {
  readonly cells: readonly string[]
  readonly inner: readonly string[]
  /** By their columns, in place of the cells' texts. */
  readonly pictures?: { readonly [column: number]: string }
}

export interface PaperTable {
  readonly kind: 'rows'
  readonly title: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly PaperRow[]
  /** Below the columns; none: nothing is added up. */
  readonly totals: readonly string[]
  /** What is said where there are no rows. */
  readonly empty: string
}

export type SheetBlock =
  | { readonly kind: 'letterhead' }
  | {
      readonly kind: 'parties'
      readonly parties: readonly { readonly title: string; readonly facts: readonly SheetFact[] }[]
    }
  | { readonly kind: 'fields'; readonly title: string; readonly columns: number; readonly facts: readonly SheetFact[] }
  | PaperTable
  | { readonly kind: 'totals'; readonly facts: readonly SheetFact[] }
  | { readonly kind: 'text'; readonly text: string; readonly as: TextStyleName }
  | { readonly kind: 'qr'; readonly text: string; readonly caption: string }
  | { readonly kind: 'break' }
