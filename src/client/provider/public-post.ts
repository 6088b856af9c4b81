import { publicCall } from './public-get'

/** Writes by a public call, as `publicGet` reads. @throws {PublicFailure} */
export const publicPost = <Answer>(path: string, input: object): Promise<Answer> =>
  publicCall(path, { method: 'POST', body: JSON.stringify(input), headers: { 'Accept': 'application/json', 'Content-Type': 'application/json' } })
