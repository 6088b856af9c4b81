/** How a job goes through rows: until when, and where it reports what failed. */
export interface Going {
  readonly signal: AbortSignal
  failed(what: string, error: unknown): void
}

/** Does something with each row; one that fails is reported and does not hold up the rest. */
export async function oneByOne<Row extends { readonly id: number }>(
  rows: readonly Row[],
  what: string,
  { signal, failed }: Going,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return
    await work(row).catch((error: unknown) => failed(`${what} ${row.id}`, error))
  }
}
