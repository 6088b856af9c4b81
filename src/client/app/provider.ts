import { useDataProvider, type DataProvider } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '../../model/call'
import type { ImportOnly, ImportStatus, ImportView } from '../../model/import-answer'
import type { JsonObject } from '../../model/json'
import type { ListViews } from '../../model/list-view'
import type { ExportFormat } from '../../model/resource'

/** The result of a bulk verb, one per row. */
export interface RowResult { readonly id: number | string; readonly ok: boolean; readonly msg?: string; readonly label?: string }

/** A row that is hung under another one; null: it stands at the top. */
interface Moved { readonly id: number | string; readonly parent: number | string | null }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A poll: neither the thin bar nor the overlay shows it. */
  readonly quiet?: boolean
}

/** One page of a run's rows. */
interface ImportPage { readonly id: number; readonly page: number; readonly only: ImportOnly | null }

/** What is done with files that bring records into a resource. */
export interface ImportProvider {
  /** The empty file to fill in. */
  importFormat(resource: string): Promise<{ blob: Blob; name: string }>
  /** Stages a file; the view may still be under way. @param values what every row has, whatever the file says there */
  importVerify(resource: string, file: File, values?: JsonObject): Promise<ImportView>
  importRows(resource: string, page: ImportPage, options?: CallOptions): Promise<ImportView>
  /** Does something to a run and gives back the page that `input` asks for. */
  importAct(resource: string, call: ImportCall, input: ImportPage & JsonObject): Promise<ImportView>
  /** The user's own runs, the latest first. */
  importList(resource: string): Promise<readonly ImportStatus[]>
}
export type ImportCall = 'importSave' | 'importFix' | 'importAssign' | 'importExclude' | 'importMap' | 'importCancel' | 'importUndo'

/** All that a list's filters find, in place of ids. */
export interface Found {
  readonly filter: JsonObject
  /** Number of records that the user was told. */
  readonly expected: number
  /** Key by which it is asked how far it is. */
  readonly run: string
}

export interface BulkProgress { readonly total: number; readonly done: number; readonly refused: number; readonly state: string }

export interface BulkOutcome {
  readonly msg: string
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly stopped?: true
  /** The first refused ones. */
  readonly results: readonly RowResult[]
}

/** What is done to all that a filter finds, as one call; nothing of it shows as an ordinary write does. */
export interface BulkProvider {
  /** @param answers to what the resource asks first */
  verbOnAll(resource: string, verb: 'enable' | 'disable' | 'remove', found: Found, answers?: JsonObject): Promise<BulkOutcome>
  /** A declared action of chosen rows. */
  actOnAll(resource: string, action: string, found: Found, answers?: JsonObject): Promise<BulkOutcome>
  bulkProgress(resource: string, run: string): Promise<BulkProgress>
  bulkStop(resource: string, run: string): Promise<void>
}

/** Views of a list that the server keeps for its user. */
export interface ViewProvider {
  /** @param list the list's own name where it stands inside another page */
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
  /** Hears how much has come; nobody knows how much there will be. */
  readonly onProgress?: (bytes: number) => void
}

export interface SavedFile { readonly blob: Blob; readonly name: string }

/** react-admin's provider and what this console needs beside it. Screens know nothing else of the network. */
export interface ConsoleDataProvider extends DataProvider, ImportProvider, BulkProvider, ViewProvider {
  call<Req extends TSchema, Res extends TSchema>(
    contract: CallContract<Req, Res>, request: Static<Req>, options?: CallOptions,
  ): Promise<Static<Res>>
  /** A record ready for its form (with `version`), or a new one's defaults when `id` is absent. */
  form(resource: string, id?: number | string): Promise<{ item: JsonObject }>
  /** @param answers to what the resource asks first (`asks`) */
  enable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  disable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  remove(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  /** @param moved of a tree: the row that changes its place above */
  resort(resource: string, ids: readonly (number | string)[], moved?: Moved): Promise<void>
  /** All rows of a query as a file, with these columns in this order. */
  exportFile(resource: string, query: ExportQuery, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
  /** One record as a file. */
  exportRecord(resource: string, id: number | string, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
  /** A declared action of a resource (`actions[].call`). */
  act(resource: string, action: string, body: JsonObject): Promise<{ msg?: string; results?: readonly RowResult[] }>
}

export const useProvider = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>()
