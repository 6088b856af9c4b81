/** A refusal of the server in its own words; status 0: there was no answer. */
export class PublicFailure extends Error {
  constructor(readonly status: number, message: string) {
    super(message)
  }
}

/**
 * Reads a public call from a page outside the console, without a session and without the console's network code.
 * @param path below /api/admin
 * @throws {PublicFailure}
 */
export const publicGet = <Answer>(path: string, query: { readonly [name: string]: string } = {}): Promise<Answer> =>
  publicCall(Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`, { headers: { Accept: 'application/json' } })

/** Makes a public call as it is given. @throws {PublicFailure} */
export async function publicCall<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/admin/${path}`, { ...init, credentials: 'omit' }).catch(() => null)
  if (!response) throw new PublicFailure(0, '')
  const body = await response.json().catch(() => null) as { readonly ok?: boolean; readonly msg?: unknown } | null
  if (response.ok && body && body.ok !== false) return body as Answer
  throw new PublicFailure(response.status, typeof body?.msg === 'string' ? body.msg : '')
}
