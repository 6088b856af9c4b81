import type { DatabaseContext } from './database-context'

/** Gives a handle of a database, or a transaction, the context that its users find there. */
export const withContext = <Handle extends object, Context extends DatabaseContext>(
  handle: Handle,
  context: Context,
): Handle & { readonly context: Context } => Object.assign(handle, { context })
