import type { Encoding } from '../../model/values/text-encoding'
import { useDataProvider, type DataProvider } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { BoardAnswer } from '../../model/board'
import type {
  BulkOutcome,
  BulkProgress,
  CalendarPage,
  CallUndo,
  CatalogueAnswers,
  MergeView,
  RowResult,
  SavedRow,
  Undo,
} from '../../model/catalogue-answers'
import type { CallContract } from '../../model/call'
import type { ImportOnly, ImportStatus, ImportView } from '../../model/import-answer'
import type { ReportAnswer } from '../../model/report-answer'
import type { HeatAnswer } from '../../model/stat-answer'
import type { Json, JsonObject } from '../../model/json'
import type { ListViews } from '../../model/list-view'
import type { PresenceAnswer, PresenceMode } from '../../model/presence'
import type { MapAnswer } from '../../model/map-answer'
import type { ExportFormat } from '../../model/resource'
import type { RemovedProvider } from './removed-provider'

export type {
  BulkOutcome,
  BulkProgress,
  CalendarPage,
  MergeView,
  RowResult,
  SavedRow,
  Undo,
} from '../../model/catalogue-answers'

/** A row moved under another one; null: to the top. */
interface Moved {
  readonly id: number | string
  readonly parent: number | string | null
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A poll: nothing on the page shows it. */
  readonly quiet?: boolean
  /** Idempotency key: sent again with it, a call that honours it is done once. */
  readonly key?: string
}

/** One page of a run's rows. */
interface ImportPage {
  readonly id: number
  readonly page: number
  readonly only: ImportOnly | null
}

/** Imports records from files. */
export interface ImportProvider {
  /** The empty file to fill in. */
  importFormat(resource: string): Promise<{ blob: Blob; name: string }>
  /**
   * Stages a file; the view may still be in progress.
   * @param values set in every row, whatever the file says;
   * @param encoding how its text is read
   */
  importVerify(resource: string, file: File, values?: JsonObject, encoding?: Encoding): Promise<ImportView>
  importRows(resource: string, page: ImportPage, options?: CallOptions): Promise<ImportView>
  /** Does something to a run and gives back the page that `input` asks for. */
  importAct(resource: string, call: ImportCall, input: ImportPage & JsonObject): Promise<ImportView>
  /** The user's own runs, the latest first. */
  importList(resource: string): Promise<readonly ImportStatus[]>
}
export type ImportCall =
  | 'importSave'
  | 'importFix'
  | 'importAssign'
  | 'importExclude'
  | 'importBlanks'
  | 'importMap'
  | 'importCancel'
  | 'importUndo'

/** All that a list's filters find, instead of ids. */
export interface FoundByFilter {
  readonly filter: JsonObject
  /** Number of records that the user was shown. */
  readonly expected: number
  /** Key for asking about the progress. */
  readonly run: string
}

/** What takes a change back for some seconds: the catalogue's own, or a call that its answer names. */
export type AnyUndo = Undo | CallUndo

/** What became of the chosen records. */
export interface Changed {
  readonly rows: readonly RowResult[]
  readonly undo?: Undo
}

/** The verbs of every catalogue. */
export interface VerbProvider extends RemovedProvider {
  /** @param answers to what the resource asks first (`asks`) */
  change(
    resource: string,
    verb: 'enable' | 'disable' | 'remove',
    ids: readonly (number | string)[],
    answers?: JsonObject,
  ): Promise<Changed>
  /** Gives one field of the records a value. */
  setField(resource: string, ids: readonly (number | string)[], field: string, value: Json): Promise<Changed>
  /** Gives a field of one record a value, unless the record has changed since that version. */
  setOne(
    resource: string,
    record: JsonObject,
    field: string,
    value: Json,
  ): Promise<{ readonly msg: string; readonly undo?: Undo }>
  /** The beginning of a new record that is like another. */
  duplicate(resource: string, id: number | string): Promise<{ item: JsonObject }>
  mergePreview(resource: string, id: number | string, into: number | string): Promise<MergeView>
  merge(resource: string, input: JsonObject): Promise<{ readonly msg: string; readonly undo?: Undo }>
  /** Takes a change back. @returns what stays as it is */
  undo(resource: string, undo: AnyUndo): Promise<{ readonly msg: string; readonly rows: readonly RowResult[] }>
}

/** Changes all that a filter finds in one call, without the indicators of an ordinary write. */
export interface BulkProvider {
  /** @param answers to what the resource asks first */
  verbOnAll(
    resource: string,
    verb: 'enable' | 'disable' | 'remove',
    found: FoundByFilter,
    answers?: JsonObject,
  ): Promise<BulkOutcome>
  setOnAll(resource: string, found: FoundByFilter, field: string, value: Json): Promise<BulkOutcome>
  /** A declared action of chosen rows. */
  actOnAll(resource: string, action: string, found: FoundByFilter, answers?: JsonObject): Promise<BulkOutcome>
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

/** What a map asks of a list. */
/** Which map of numbers, what is seen of it, and how fine its cells are. */
interface HeatQuery {
  readonly stat: string
  readonly box: readonly [west: number, south: number, east: number, north: number]
  readonly level: number
}

export interface MapQuery {
  readonly filter: JsonObject
  /** Absent: all rows, if they are few. */
  readonly box?: readonly [west: number, south: number, east: number, north: number]
  readonly zoom?: number
  /** False: the totals are known. */
  readonly totals: boolean
}

interface SavedRows {
  readonly msg: string
  readonly rows: readonly SavedRow[]
  readonly undo?: Undo
}

/** The calls behind the layouts of lists. */
export interface LayoutProvider {
  calendar(
    resource: string,
    filter: JsonObject,
    period: { readonly from: string; readonly to: string; readonly perDay: number },
    options?: CallOptions,
  ): Promise<CalendarPage>
  /** Changes several records, each saved or refused for itself; what is refused is told in its row. */
  saveRows(resource: string, rows: readonly JsonObject[]): Promise<SavedRows>
}

interface ListQuery {
  readonly filter: JsonObject
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
}

/** A list divided by the values of a field. */
export interface BoardProvider {
  /** @param query `limits`: how many cards of a column, by its key; else as many as the server gives */
  board(
    resource: string,
    query: ListQuery & { readonly limits: { readonly [column: string]: number } },
    options?: CallOptions,
  ): Promise<BoardAnswer>
  /** The next cards of a column, whose value the filter has. */
  boardMore(
    resource: string,
    query: ListQuery & { readonly after: string; readonly limit: number },
  ): Promise<{ readonly items: readonly JsonObject[]; readonly after?: string }>
}

interface ExportQuery extends ListQuery {
  readonly columns?: readonly string[]
}

/** Records of which there is a document: some, or all that a list's filter finds, in its order. */
export type PrintedOf =
  | { readonly ids: readonly (number | string)[] }
  | { readonly filter: JsonObject; readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' } }

export interface FileOptions {
  readonly signal?: AbortSignal
  /** Called with the bytes received; the total is not known. */
  readonly onProgress?: (bytes: number) => void
}

export interface SavedFile {
  readonly blob: Blob
  readonly name: string
}

/** The calls of reports, by their paths. */
interface ReportProvider {
  report(path: string, query: JsonObject, options?: CallOptions): Promise<ReportAnswer>
  /** All rows of its table as a file. */
  reportFile(path: string, query: JsonObject, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
}

/** react-admin's provider with what this console adds to it. Screens have no other access to the network. */
export interface ConsoleDataProvider
  extends DataProvider,
    ImportProvider,
    BulkProvider,
    ViewProvider,
    VerbProvider,
    BoardProvider,
    LayoutProvider,
    ReportProvider {
  call<Req extends TSchema, Res extends TSchema>(
    contract: CallContract<Req, Res>,
    request: Static<Req>,
    options?: CallOptions,
  ): Promise<Static<Res>>
  /** A record ready for its form (with `version`), or a new one's defaults when `id` is absent. */
  form(resource: string, id?: number | string): Promise<{ item: JsonObject }>
  /**
   * Says that a page has a record open, or a form to edit it, and hears who else has.
   * @param key of the page
   * @param version what it shows
   */
  present(
    resource: string,
    id: number | string,
    page: { readonly key: string; readonly mode: PresenceMode; readonly version: Json },
    signal?: AbortSignal,
  ): Promise<PresenceAnswer>
  /** The page is closed. */
  leave(resource: string, id: number | string, key: string): Promise<void>
  /** @param answers to what the resource asks first (`asks`) */
  enable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  disable(resource: string, ids: readonly (number | string)[], answers?: JsonObject): Promise<readonly RowResult[]>
  remove(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  /** The rows of a list where they are. */
  mapRows(resource: string, query: MapQuery, options?: CallOptions): Promise<MapAnswer>
  /** @param moved of a tree: the row that gets another parent */
  resort(resource: string, ids: readonly (number | string)[], moved?: Moved): Promise<void>
  /** The numbers of a catalogue over the rows that these filters find, compared with the like time before. */
  stats(resource: string, filter: JsonObject, options?: CallOptions): Promise<CatalogueAnswers['stats']>
  /** The cells of a map of numbers within a box. */
  heat(resource: string, filter: JsonObject, query: HeatQuery, options?: CallOptions): Promise<HeatAnswer>
  /** All rows of a query as a file, with these columns in this order. */
  exportFile(resource: string, query: ExportQuery, format: ExportFormat, options?: FileOptions): Promise<SavedFile>
  /** One record as a file. @param rows a field whose rows alone are asked for */
  exportRecord(
    resource: string,
    id: number | string,
    format: ExportFormat,
    options?: FileOptions,
    rows?: string,
  ): Promise<SavedFile>
  /** A document of records, by the name of its template. */
  printRecords(
    resource: string,
    template: string,
    of: PrintedOf,
    format: 'pdf' | 'html',
    options?: FileOptions,
  ): Promise<SavedFile>
  /** What a call says a record will come to, in the user's language. */
  tells(path: string, body: JsonObject): Promise<string>
  /** A declared action of a resource (`actions[].call`). */
  act(
    resource: string,
    action: string,
    body: JsonObject,
  ): Promise<{ msg?: string; results?: readonly RowResult[]; undo?: AnyUndo }>
}

export const useProvider = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>()
