import { useDataProvider, type DataProvider } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '../../model/call'
import type { JsonObject } from '../../model/json'

/** The result of a bulk verb, one per row. */
export interface RowResult { readonly id: number | string; readonly ok: boolean; readonly msg?: string }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A poll: neither the thin bar nor the overlay shows it. */
  readonly quiet?: boolean
}

/** react-admin's provider and what this console needs beside it. Screens know nothing else of the network. */
export interface ConsoleDataProvider extends DataProvider {
  call<Req extends TSchema, Res extends TSchema>(
    contract: CallContract<Req, Res>, request: Static<Req>, options?: CallOptions,
  ): Promise<Static<Res>>
  /** A record ready for its form (with `version`), or a new one's defaults when `id` is absent. */
  form(resource: string, id?: number | string): Promise<{ item: JsonObject }>
  enable(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  disable(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  remove(resource: string, ids: readonly (number | string)[]): Promise<readonly RowResult[]>
  resort(resource: string, ids: readonly (number | string)[]): Promise<void>
  /** All rows of a query as a file. */
  exportFile(resource: string, query: { filter: JsonObject; sort: { field: string; order: 'ASC' | 'DESC' } }, format: 'csv'): Promise<{ blob: Blob; name: string }>
  /** A declared action of a resource (`actions[].call`). */
  act(resource: string, action: string, body: JsonObject): Promise<{ msg?: string }>
}

export const useProvider = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>()
