import { headersFor, publicCall } from './public-get'

/** Writes by a public call, as `publicGet` reads. @throws {PublicFailure} */
export const publicPost = <Answer>(path: string, input: object, token?: string): Promise<Answer> =>
  publicCall(path, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { ...headersFor(token), 'Content-Type': 'application/json' },
  })
