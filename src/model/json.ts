/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object, such as a record on the wire: its keys are field names. */
export type JsonObject = { readonly [key: string]: Json }

/** Neither null nor a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as it is; any other value is no text. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
