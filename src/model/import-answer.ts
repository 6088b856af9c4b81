import type { TextReading } from './values/text-encoding'

/** State of an import: `verified` and `saved` wait for the user; `undone`, `cancelled` and `failed` are final. */
export const IMPORT_STATES = [
  'reading',
  'verifying',
  'verified',
  'saving',
  'saved',
  'undoing',
  'undone',
  'cancelled',
  'failed',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** A run works by itself in these states, so the console keeps polling. */
export const isUnderWay = (state: ImportState): boolean => ['reading', 'verifying', 'saving', 'undoing'].includes(state)

/** Key of the errors of a row as a whole, among the keys of its columns. */
export const WHOLE_ROW = '_row'

/** A column of the answer: its title in the asker's language, and the key of its cells. */
export interface ImportColumn {
  readonly name: string
  readonly key: string
}

/** A column as it is in the file, and the key it fills; null: none. */
export interface FileColumn {
  readonly header: string
  readonly key: string | null
}

/** Something that a file's column may fill. */
export interface ImportTarget extends ImportColumn {
  readonly required: boolean
}

export interface ImportCounts {
  /** Rows read so far. */
  readonly total: number
  /** Still to be verified. */
  readonly read: number
  readonly ok: number
  readonly wrong: number
  /** Rows with warnings, valid or not. */
  readonly warned: number
  readonly excluded: number
  readonly saved: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly undone: number
  /** Values of existing records whose cell in the file is blank. */
  readonly blanks: number
  /** Rows that could not be undone. */
  readonly kept: number
}

export interface ImportStatus {
  readonly id: number
  readonly file_name: string
  readonly state: ImportState
  readonly date_created: string
  readonly date_saved: string | null
  /** How the text of the file was read; null: not yet, or a book, which says so itself. */
  readonly reading: TextReading | null
  /** What becomes of a value whose cell is blank. */
  readonly blanks: 'keep' | 'empty'
  /** Rows of the file, if the reader knows it before the end. */
  readonly expected: number | null
  readonly counts: ImportCounts
  /** Verified, with a valid row that is not saved yet. */
  readonly can_save: boolean
  /** Something was saved within the last day, and nothing is under way. */
  readonly can_undo: boolean
  /** Its progress, or what stopped it, as a sentence. */
  readonly msg: string
}

/** What a row changes of one field; null: nothing is there. */
export interface ImportChange {
  readonly key: string
  readonly name: string
  readonly from: string | null
  readonly to: string | null
}

/** One row: the texts of its cells by key, and its outcome. */
export interface ImportItem {
  /** Row of the sheet, line of a csv file. */
  readonly row: number
  readonly cells: { readonly [key: string]: string }
  readonly ok: boolean
  readonly state: 'read' | 'ok' | 'wrong' | 'saved' | 'undone' | 'kept'
  readonly excluded: boolean
  readonly errors: { readonly [key: string]: string }
  readonly warnings: { readonly [key: string]: string }
  /** What it changes in its record, old and new as people read them; by key of column. */
  readonly changes: readonly ImportChange[]
  readonly msg: string
  readonly saved: boolean
  readonly saved_msg: string
  /** Id of the record that it wrote: a number, or the text that people gave it. */
  readonly id_record: number | string | null
  /** The value of the field that the import shows (`shows`). */
  readonly shown?: string
}

/** The answer of `importVerify` and of every call that shows rows. */
export interface ImportView extends ImportStatus {
  readonly columns: readonly ImportColumn[]
  readonly file_columns: readonly FileColumn[]
  readonly targets: readonly ImportTarget[]
  readonly items: readonly ImportItem[]
  /** Rows that match the question; `items` is one page of them. */
  readonly found: number
  readonly page: number
}

export const IMPORT_PAGE = 50
/** Rows that can be asked for. */
export const IMPORT_ONLY = ['errors', 'warnings', 'ok', 'saved', 'excluded', 'kept'] as const
export type ImportOnly = (typeof IMPORT_ONLY)[number]
