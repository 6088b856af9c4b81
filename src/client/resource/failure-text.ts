import { HttpError } from 'react-admin'

/** The sentence of a failed call, null when it has none of its own. */
export const messageOf = (error: unknown): string | null => (error instanceof HttpError && error.message ? error.message : null)

/** HTTP status of a failed call, 0 when there was no answer or it was no call. */
export const statusOf = (error: unknown): number => (error instanceof HttpError ? Number(error.status) || 0 : 0)

/** What the server says beside its sentence (spec 1 §8): its caption, or the rule that refused the call. */
export function captionOf(error: unknown): string | undefined {
  const { caption, why } = bodyOf(error)
  return typeof caption === 'string' ? caption : typeof why === 'string' ? why : undefined
}

export function bodyOf(error: unknown): { readonly [key: string]: unknown } {
  const body: unknown = error instanceof HttpError ? error.body : null
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
