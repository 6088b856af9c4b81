import { HttpError } from 'react-admin'
import type { JsonObject } from '../../model/json'

/** What a failed call's error carries: the server's body with `errors` as react-admin's forms read them. */
interface FailureBody {
  readonly code: string
  readonly errors?: { readonly [source: string]: unknown; readonly root: { readonly serverError: string } }
  readonly [detail: string]: unknown
}

/**
 * Turns a failed answer into the error that react-admin knows.
 * @param status HTTP status; 0 when there was no answer at all
 * @param body the wire's `{ok: false, msg, code, errors}`, null when it was not JSON
 */
export function failureOf(status: number, body: JsonObject | null, say: (key: string) => string): HttpError {
  const sentence = typeof body?.['msg'] === 'string' && body['msg'] ? body['msg'] : null
  const message = sentence ?? say(status === 0 ? 'errors.network' : 'errors.default')
  const code = typeof body?.['code'] === 'string' ? body['code'] : status === 0 ? 'NETWORK' : 'UNKNOWN'
  const fields = body?.['errors']
  const errors =
    typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { errors: { ...fields, root: { serverError: message } } }
      : {}
  const failure: FailureBody = { ...body, ...errors, code }
  return new HttpError(message, status, failure)
}

/** The sentence of any error for the user; null when it has none of its own. */
export function sentenceOf(error: unknown): string | null {
  return error instanceof HttpError && error.message ? error.message : null
}

/** Why something failed, as shown to the user: the error's own sentence, else the default one. */
export const failureText = (error: unknown, say: (key: string) => string): string =>
  sentenceOf(error) ?? say('errors.default')

/** HTTP status of a failed call, 0 without an answer, null when the error is not of a call. */
export const statusOf = (error: unknown): number | null =>
  error instanceof HttpError ? Number(error.status) || 0 : null

/**
 * The body of a failed call's answer; empty when there is none. Some refusals say what the call would have answered.
 */
export function bodyOf<Answer extends object = { readonly [key: string]: unknown }>(error: unknown): Partial<Answer> {
  const body: Partial<Answer> | null = error instanceof HttpError ? error.body : null
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

const textIn = (error: unknown, key: string): string | null => {
  const text = bodyOf(error)[key]
  return typeof text === 'string' ? text : null
}

/** The page that an answer sends people to instead, such as one about maintenance: of the web, or of this server. */
export function failurePage(error: unknown): { readonly url: string; readonly name: string | null } | null {
  const url = textIn(error, 'url')
  return url !== null && /^(?:https?:\/\/|\/(?!\/))/.test(url) ? { url, name: textIn(error, 'url_name') } : null
}

/** The stable code of a failed call. */
export const codeOf = (error: unknown): string | null => textIn(error, 'code')

/** The rule that refused a call, in words; null when no rule refused it or the fields say it. */
export const whyOf = (error: unknown): string | null => textIn(error, 'why')

/** The small print under the sentence (spec 1 §8): the server's caption, or the rule that refused the call. */
export const captionOf = (error: unknown): string | undefined => textIn(error, 'caption') ?? whyOf(error) ?? undefined

/** A failed call's errors of single fields, by source; empty when there are none. */
export function errorsIn(error: unknown): { readonly [source: string]: string } {
  const { errors } = bodyOf(error)
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * The sentence of an error where no form shows its fields, such as of a move that only asks whether: what is wrong with
 * them stands in place of a pointer to marks that nobody sees.
 */
export function saidInFull(error: unknown): string | null {
  const texts = [...new Set(Object.values(errorsIn(error)))]
  return texts.length > 0 ? texts.join(' ') : sentenceOf(error)
}

/** Errors of a refused save as react-admin's form takes them: by field source, and the whole in `root.serverError`. */
export interface SubmissionErrors {
  readonly [source: string]: unknown
  readonly root: { readonly serverError: string }
}

/** The errors that a form shows after a failed save. */
export function submissionErrors(error: unknown, say: (key: string) => string): SubmissionErrors {
  const { errors } = bodyOf(error)
  return {
    ...(typeof errors === 'object' && errors !== null ? errors : {}),
    root: { serverError: failureText(error, say) },
  }
}
