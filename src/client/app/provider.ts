import { useDataProvider, type DataProvider } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '../../model/call'
import type { ImportOnly, ImportStatus, ImportView } from '../../model/import-answer'
import type { JsonObject } from '../../model/json'
import type { ExportFormat } from '../../model/model'

/** The result of a bulk verb, one per row. */
export interface RowResult { readonly id: number | string; readonly ok: boolean; readonly msg?: string }

/** A row that is hung under another one; null: it stands at the top. */
export interface Moved { readonly id: number | string; readonly parent: number | string | null }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A poll: neither the thin bar nor the overlay shows it. */
  readonly quiet?: boolean
}

/** One page of a run's rows. */
export interface ImportPage { readonly id: number; readonly page: number; readonly only: ImportOnly | null }

/** What is done with files that bring records into a resource. */
export interface ImportProvider {
  /** The empty file to fill in. */
  importFormat(resource: string): Promise<{ blob: Blob; name: string }>
  /** Stages a file; the view may still be under way. */
  importVerify(resource: string, file: File): Promise<ImportView>
  importRows(resource: string, page: ImportPage, options?: CallOptions): Promise<ImportView>
  /** Does something to a run and gives back the page that `input` asks for. */
  importAct(resource: string, call: ImportCall, input: ImportPage & JsonObject): Promise<ImportView>
  /** The user's own runs, the latest first. */
  importList(resource: string): Promise<readonly ImportStatus[]>
}
export type ImportCall = 'importSave' | 'importFix' | 'importAssign' | 'importExclude' | 'importMap' | 'importCancel' | 'importUndo'

export interface ExportQuery {
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
export interface ConsoleDataProvider extends DataProvider, ImportProvider {
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
