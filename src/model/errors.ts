import type { FieldError } from './field-type'
import type { JsonObject } from './json'

/** Stable codes of failed calls and their HTTP status. */
export const ERRORS = {
  MALFORMED: 400,
  FILTER_UNKNOWN: 400,
  UNAUTHENTICATED: 401,
  LOGIN_FAILED: 401,
  SECOND_FACTOR: 401,
  IDLE: 401,
  FORBIDDEN: 403,
  CONFIRM: 403,
  ENROL: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IN_USE: 409,
  KEY_REUSED: 409,
  LOCKED: 409,
  UNSETTLED: 409,
  TOO_LARGE: 413,
  VALIDATION: 422,
  TOO_MANY: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const
type ErrorCode = keyof typeof ERRORS

/** What can go wrong in a call, as data; the words are added where it is answered. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** i18n key of the sentence, default `errors.<code>`; `params` fill it. */
  readonly say: string
  readonly params: { readonly [name: string]: string | number }
  /** Field source → its error. */
  readonly errors: { readonly [source: string]: FieldError }
  /** Further keys of the failure body, such as `conflict`. */
  readonly body: JsonObject

  constructor(
    code: ErrorCode,
    detail: { say?: string; params?: AppError['params']; errors?: AppError['errors']; body?: JsonObject } = {},
    options?: ErrorOptions,
  ) {
    super(code, options)
    this.name = 'AppError'
    this.code = code
    this.say = detail.say ?? `errors.${code}`
    this.params = detail.params ?? {}
    this.errors = detail.errors ?? {}
    this.body = detail.body ?? {}
  }
}

/** The one failure body on the wire. */
export interface ErrorBody {
  readonly ok: false
  readonly msg: string
  readonly code: ErrorCode
  readonly errors?: { readonly [source: string]: string }
}
