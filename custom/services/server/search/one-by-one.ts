/** How a job goes through rows: until when, and whom it tells what failed. */
export interface Going {
  readonly signal: AbortSignal
  failed(what: string, error: unknown): void
}

/** Does something with each row; one that fails is told of and holds up none after it. */
export async function oneByOne<Row extends { readonly id: number }>(
  rows: readonly Row[], what: string, { signal, failed }: Going, work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return
    await work(row).catch((error: unknown) => failed(`${what} ${row.id}`, error))
  }
}
