import type { Template } from '../effects/template'
import type { Rule } from '../rules/rule'

/** Sizes of paper that people have. */
const PAPER_SIZES = ['A4', 'A5', 'letter', 'legal', '80mm'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** A document that a catalogue prints of each of its records. */
export interface PrintTemplate {
  readonly name: string
  /** What it is called where no language says so (`resources.<resource>.print.<name>.title`). */
  readonly title: string
  /** What stands at its head; absent: its title and the text that represents the record. */
  readonly heading?: Template
  /** Reference to whom it is for: it is written in their language. */
  readonly for?: string
  /** For which records it is offered. */
  readonly when?: Rule
  /** A record that is asked for as a pdf is this document. */
  readonly paper?: true
  readonly size: PaperSize
  readonly landscape?: true
  /** Moves of the flow that this document goes with. */
  readonly after?: readonly string[]
  /** Words across the page: those of the first whose rule holds. */
  readonly watermarks: readonly Watermark[]
  readonly blocks: readonly PrintBlock[]
}

export interface Watermark {
  readonly text: string
  readonly when?: Rule
}

/** A field of the record, or one reference away, under a title of its own where it has one. */
export interface PrintField {
  readonly path: readonly string[]
  readonly title?: string
  /** An amount that is taken off: it is written with a minus. */
  readonly less?: true
  /** Of a column of rows: it is left out where none of them has a value. */
  readonly filled?: true
}

/** The side of a document that is about one person, place or matter. */
export interface Party {
  readonly title?: string
  readonly fields: readonly PrintField[]
}

/** `id` is the key of its words (`resources.<resource>.print.<name>.<id>`). */
export type PrintBlock = { readonly id: string } & (
  | { readonly kind: 'letterhead' }
  | { readonly kind: 'parties'; readonly parties: readonly Party[] }
  | {
      readonly kind: 'fields'
      readonly title?: string
      readonly fields: readonly PrintField[]
      readonly columns: number
    }
  | PrintRows
  | PrintTotals
  | { readonly kind: 'text'; readonly text: Template; readonly as: TextStyleName }
  | { readonly kind: 'qr'; readonly text: Template; readonly caption?: Template }
  | { readonly kind: 'break' }
)

/** Amounts one below the other; `rest` names the line for what the last comes to beyond those before it. */
export interface PrintTotals {
  readonly kind: 'totals'
  readonly fields: readonly PrintField[]
  readonly rest?: string
}

/** The rows of a `children` field. */
export interface PrintRows {
  readonly kind: 'rows'
  readonly title?: string
  readonly field: string
  readonly columns: readonly PrintField[]
  /** Columns that are added up below. */
  readonly totals: readonly string[]
  /** The rows of each row, a line each. */
  readonly inner?: { readonly field: string; readonly columns: readonly PrintField[] }
}

export const TEXT_STYLES = ['normal', 'heading', 'small'] as const
export type TextStyleName = (typeof TEXT_STYLES)[number]

/** Which settings make the head of the company's papers. */
export interface Letterhead {
  readonly name: string
  readonly logo?: string
  readonly lines: readonly LetterheadLine[]
}
/** A setting, with a word before its value where it needs one. */
export interface LetterheadLine {
  readonly f: string
  readonly title?: string
}

/** Key of a template's words; without `part` the beginning of all of them. */
export const printKey = (resource: string, name: string, part: string): string =>
  `resources.${resource}.print.${name}.${part}`

/** Part of the key under which a fact's own title is translated. */
export const factKey = (block: string, { path }: PrintField): string => `${block}_${path.join('_')}`
/** The same of a party's title. */
export const partyKey = (block: string, at: number): string => `${block}_${at + 1}`
/** The same of the line for the rest of a total. */
export const restKey = (block: string): string => `${block}_rest`
