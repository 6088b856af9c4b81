import { useDataProvider, type DataProvider } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '../../model/call'
import type { ImportOnly, ImportStatus, ImportView } from '../../model/import-answer'
import type { Json, JsonObject } from '../../model/json'
import type { ListViews } from '../../model/list-view'
import type { ExportFormat } from '../../model/resource'

/** The result of a bulk verb, one per row. */
export interface RowResult { readonly id: number | string; readonly ok: boolean; readonly msg?: string; readonly label?: string }

/** A row moved under another one; null: to the top. */
interface Moved { readonly id: number | string; readonly parent: number | string | null }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A poll: nothing on the page shows it. */
  readonly quiet?: boolean
}

/** One page of a run's rows. */
interface ImportPage { readonly id: number; readonly page: number; readonly only: ImportOnly | null }

/** Imports records from files. */
export interface ImportProvider {
  /** The empty file to fill in. */
  importFormat(resource: string): Promise<{ blob: Blob; name: string }>
  /** Stages a file; the view may still be in progress. @param values set in every row, whatever the file says */
  importVerify(resource: string, file: File, values?: JsonObject): Promise<ImportView>
  importRows(resource: string, page: ImportPage, options?: CallOptions): Promise<ImportView>
  /** Does something to a run and gives back the page that `input` asks for. */
  importAct(resource: string, call: ImportCall, input: ImportPage & JsonObject): Promise<ImportView>
  /** The user's own runs, the latest first. */
  importList(resource: string): Promise<readonly ImportStatus[]>
}
export type ImportCall = 'importSave' | 'importFix' | 'importAssign' | 'importExclude' | 'importMap' | 'importCancel' | 'importUndo'

/** All that a list's filters find, instead of ids. */
export interface Found {
  readonly filter: JsonObject
  /** Number of records that the user was shown. */
  readonly expected: number
  /** Key for asking about the progress. */
  readonly run: string
}

/** A change that can be taken back for some seconds. */
export interface Undo { readonly run: string; readonly until: string; readonly seconds: number }

/** What became of the chosen records. */
export interface Changed { readonly rows: readonly RowResult[]; readonly undo?: Undo }

/** Two records before they become one. */
export interface MergeView {
  readonly gone: JsonObject
  readonly kept: JsonObject
  /** Fields that differ and may be chosen. */
  readonly fields: readonly string[]
  /** What refers to the one that goes, by catalogue. */
  readonly uses: readonly { readonly resource: string; readonly title: string; readonly count: number }[]
  /** So do records that the user does not see. */
  readonly others: boolean
}

/** The verbs of every catalogue. */
export interface VerbProvider {
  /** @param answers to what the resource asks first (`asks`) */
  change(resource: string, verb: 'enable' | 'disable' | 'remove', ids: readonly (number | string)[], answers?: JsonObject): Promise<Changed>
  /** Gives one field of the records a value. */
  setField(resource: string, ids: readonly (number | string)[], field: string, value: Json): Promise<Changed>
  /** The beginning of a new record that is like another. */
  duplicate(resource: string, id: number | string): Promise<{ item: JsonObject }>
  mergePreview(resource: string, id: number | string, into: number | string): Promise<MergeView>
  merge(resource: string, input: JsonObject): Promise<{ readonly msg: string; readonly undo?: Undo }>
  /** Takes a change back. @returns what stays as it is */
  undo(resource: string, run: string): Promise<{ readonly msg: string; readonly rows: readonly RowResult[] }>
}

export interface BulkProgress { readonly total: number; readonly done: number; readonly refused: number; readonly state: string }

export interface BulkOutcome {
  readonly msg: string
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly stopped?: true
  /** The first refused rows. */
  readonly results: readonly RowResult[]
  readonly undo?: Undo
}

/** Changes all that a filter finds in one call, without the indicators of an ordinary write. */
export interface BulkProvider {
  /** @param answers to what the resource asks first */
  verbOnAll(resource: string, verb: 'enable' | 'disable' | 'remove', found: Found, answers?: JsonObject): Promise<BulkOutcome>
  setOnAll(resource: string, found: Found, field: string, value: Json): Promise<BulkOutcome>
  /** A declared action of chosen rows. */
  actOnAll(resource: string, action: string, found: Found, answers?: JsonObject): Promise<BulkOutcome>
  bulkProgress(resource: string, run: string): Promise<BulkProgress>
  bulkStop(resource: string, run: string): Promise<void>
}

/** Saved views of a list, kept on the server. */
export interface ViewProvider {
  /** @param list the list's own name when it is part of another page */
  listViews(resource: string, list: string): Promise<ListViews>
  saveView(resource: string, list: string, view: JsonObject): Promise<ListViews>
  removeView(resource: string, list: string, id: number): Promise<ListViews>
}

interface ExportQuery {
  readonly filter: JsonObject
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly columns?: readonly string[]
}

export interface FileOptions {
  readonly signal?: AbortSignal
  /** Called with the bytes received; the total is not known. */
  readonly onProgress?: (bytes: number) => void
}

export interface SavedFile { readonly blob: Blob; readonly name: string }

/** react-admin's provider with what this console adds to it. Screens have no other access to the network. */
export interface ConsoleDataProvider extends DataProvider, ImportProvider, BulkProvider, ViewProvider, VerbProvider {
  call<Req extends TSchema, Res extends TSchema>(
    contract: CallContract<Req, Res>, request: Static<Req>, options?: CallOptions,
  ): Promise<Static<Res>>
  /** A record ready for its form (with `version`), or a new one's defaults when `id` is absent. */
  form(resource: string, id?: number | string): Promise<{ item: JsonObject }>
  /** @param answers to what the resource asks first (`asks`) */
  enable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  disable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  remove(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  /** @param moved of a tree: the row that gets another parent */
  resort(resource: string, ids: readonly (number | string)[], moved?: Moved): Promise<void>
  /** All rows of a query as a file, with these columns in this order. */
  exportFile(resource: string, query: ExportQuery, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
  /** One record as a file. */
  exportRecord(resource: string, id: number | string, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
  /** A declared action of a resource (`actions[].call`). */
  act(resource: string, action: string, body: JsonObject): Promise<{ msg?: string; results?: readonly RowResult[]; undo?: Undo }>
}

export const useProvider = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>()
