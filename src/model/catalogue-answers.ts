import type { BoardAnswer } from './board'
import type { ImportStatus, ImportView } from './import-answer'
import type { Json, JsonObject } from './json'
import type { ListViews } from './list-view'
import type { MapAnswer } from './map-answer'
import type { PresenceAnswer } from './presence'
import type { HeatAnswer, StatAnswer } from './stat-answer'

/** What became of one of several rows. */
export interface RowResult {
  /** As the caller named it; null: that was no id, or nothing is left of the record. */
  readonly id: number | string | null
  readonly ok: boolean
  readonly msg?: string
  readonly code?: string
  /** The record's label, as the asker's page may not show it. */
  readonly label?: string
}

/** What a caller may take back, and until when; the seconds are for who has another clock. */
export interface Undo {
  readonly run: string
  readonly until: string
  readonly seconds: number
}

/** How the answer of a feature's call says what takes it back: another call, by POST. */
export interface CallUndo {
  readonly path: string
  readonly send: JsonObject
  readonly seconds: number
}

/** The result for all rows that a filter found: counts, and the first rows that were refused. */
export interface BulkOutcome {
  readonly msg: string
  readonly run: string
  readonly total: number
  readonly done: number
  readonly refused: number
  /** Present: the run was stopped. */
  readonly stopped?: true
  readonly results: readonly RowResult[]
  readonly undo?: Undo
}

/** What becomes of one record, of some, or of all that a filter finds. */
export type ChosenAnswer = ({ readonly msg: string; readonly results?: readonly RowResult[] } | BulkOutcome) & {
  readonly undo?: Undo
}

export interface BulkProgress {
  readonly run: string
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly state: 'running' | 'stopping' | 'stopped' | 'done' | 'failed'
}

/** What was taken back, and the rows that stay as they are. */
export interface UndoAnswer {
  readonly msg: string
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly results: readonly RowResult[]
}

/** What refers to a record that a merge would remove. */
export interface Uses {
  /** By catalogue. */
  readonly uses: readonly { readonly resource: string; readonly title: string; readonly count: number }[]
  /** Records refer to it that the asker does not see, or may not change. */
  readonly others: boolean
}

/**
 * What a merge would do: both records, the fields that differ and may be chosen, and what refers to the one that goes.
 */
export interface MergeView extends Uses {
  readonly gone: JsonObject
  readonly kept: JsonObject
  readonly fields: readonly string[]
}

/** What stands on some days. */
export interface CalendarPage {
  readonly from: string
  readonly to: string
  /** The zone whose days these are; null: the fields are dates, which have none. */
  readonly zone: string | null
  /** The first records that begin on each day, and of those that began before, by their beginning. */
  readonly items: readonly JsonObject[]
  /** How many records stand on each day; exact, and absent where there are none. */
  readonly days: { readonly [day: string]: number }
  /** How many different records that is. */
  readonly total: number
  /** Records that the same filters find and that have no day. */
  readonly undated: number
  readonly undated_is_exact: boolean
}

/** What became of one of several saved rows. */
export interface SavedRow {
  readonly id: number | string
  readonly ok: boolean
  readonly msg: string
  /** The record as it is now. */
  readonly item?: JsonObject
  readonly code?: string
  /** By field. */
  readonly errors?: { readonly [field: string]: string }
  /** Who changed it since its version, and when: `by`, `at`, `fields`, `version`. */
  readonly conflict?: Json
}

/**
 * A removed record that can be had back: what it is called, when and by whom it was removed, and until when that is.
 */
export interface RemovedRow {
  readonly id: number | string
  readonly label: string
  readonly date_removed: string
  readonly user_name: string | null
  readonly date_gone: string
}

/**
 * What the engine answers below the endpoint of a catalogue, by call: the server's handlers answer it, and the console
 * reads it.
 */
export interface CatalogueAnswers {
  readonly board: BoardAnswer
  readonly calendar: CalendarPage
  readonly map: MapAnswer
  readonly stats: { readonly items: readonly StatAnswer[] /** When it was counted. */; readonly as_of: string }
  readonly heat: HeatAnswer
  readonly saveRows: { readonly msg: string; readonly results: readonly SavedRow[]; readonly undo?: Undo }
  readonly presence: PresenceAnswer
  readonly views: ListViews
  readonly saveView: ListViews
  readonly removeView: ListViews
  readonly bulkProgress: BulkProgress
  readonly mergePreview: MergeView
  readonly merge: { readonly msg: string; readonly id: number | string; readonly undo?: Undo }
  readonly removed: {
    readonly items: readonly RemovedRow[]
    readonly total: number /** How long it is kept. */
    readonly days: number
  }
  readonly removing: { /** In sentences. */ readonly lines: readonly string[] }
  readonly bringBack: ChosenAnswer
  readonly undo: UndoAnswer
  readonly set: ChosenAnswer
  readonly enable: ChosenAnswer
  readonly disable: ChosenAnswer
  readonly remove: ChosenAnswer
  readonly importVerify: ImportView
  readonly importRows: ImportView
  readonly importSave: ImportView
  readonly importFix: ImportView
  readonly importAssign: ImportView
  readonly importExclude: ImportView
  readonly importBlanks: ImportView
  readonly importMap: ImportView
  readonly importCancel: ImportView
  readonly importUndo: ImportView
  readonly importList: { readonly items: readonly ImportStatus[] }
}
