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
  ask(`${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`, {})

/** Writes by a public call, as `publicGet` reads. @throws {PublicFailure} */
export const publicPost = <Answer>(path: string, input: object): Promise<Answer> =>
  ask(path, { method: 'POST', body: JSON.stringify(input), headers: { 'Content-Type': 'application/json' } })

async function ask<Answer>(path: string, { headers, ...init }: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/admin/${path}`, { ...init, headers: { Accept: 'application/json', ...headers as object }, credentials: 'omit' }).catch(() => null)
  if (!response) throw new PublicFailure(0, '')
  const body = await response.json().catch(() => null) as { readonly ok?: boolean; readonly msg?: unknown } | null
  if (response.ok && body && body.ok !== false) return body as Answer
  throw new PublicFailure(response.status, typeof body?.msg === 'string' ? body.msg : '')
}
