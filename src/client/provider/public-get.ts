/** A refusal of the server in its own words, and of single fields; status 0: there was no answer. */
export class PublicFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors: { readonly [field: string]: string } = {},
  ) {
    super(message)
  }
}

/** What has not come by then does not come: the page says so, and offers another try. */
const MAX_WAIT_MS = 60_000

/**
 * Reads a call from a page outside the console, without the console's network code.
 * @param path below /api/admin
 * @param token of somebody who has logged in on that page
 * @throws {PublicFailure}
 */
export const publicGet = <Answer>(
  path: string,
  query: { readonly [name: string]: string } = {},
  token?: string,
): Promise<Answer> =>
  publicCall(Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`, {
    headers: headersFor(token),
  })

/** What such a page sends with every call. */
export const headersFor = (token?: string): { [name: string]: string } => ({
  Accept: 'application/json',
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
})

/** Makes a public call as it is given. @throws {PublicFailure} */
export async function publicCall<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/admin/${path}`, {
    ...init,
    credentials: 'omit',
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch(() => null)
  if (!response) throw new PublicFailure(0, '')
  const body = (await response.json().catch(() => null)) as {
    readonly ok?: boolean
    readonly msg?: unknown
    readonly errors?: unknown
  } | null
  if (response.ok && body && body.ok !== false) return body as Answer
  throw new PublicFailure(response.status, typeof body?.msg === 'string' ? body.msg : '', textsIn(body?.errors))
}

const textsIn = (errors: unknown): { readonly [field: string]: string } =>
  Object.fromEntries(
    Object.entries(typeof errors === 'object' && errors !== null ? errors : {}).filter(
      ([, said]) => typeof said === 'string',
    ),
  )
