/**
 * What belongs to a database and is needed by code that has only its handle, or a transaction. Whoever hands something
 * down says so (`declare module`): floors above, before anybody works with the database, and features
 * (`declare module '#engine/server'`) from their `open` on.
 */
export interface DatabaseContext {}

/** What belongs to one transaction: the context of its database, as it was at the beginning, and its own. */
export interface TransactionContext extends DatabaseContext {}
