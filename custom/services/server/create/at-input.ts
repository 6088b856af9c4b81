import { AppError } from '#engine/model'

/** Runs work that reports errors at other fields than the request's; `names` maps them to the request's. */
export async function atInput<T>(names: { readonly [field: string]: string }, work: () => Promise<T>): Promise<T> {
  return work().catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== 'VALIDATION') throw cause
    const errors = Object.fromEntries(
      Object.entries(cause.errors).map(([field, error]) => [names[field] ?? field, error]),
    )
    throw new AppError(cause.code, { say: cause.say, params: cause.params, errors, body: cause.body }, { cause })
  })
}
