import type { CallContract, CallRequest, CallResponse } from '#engine/model'
import type { Tally } from '../model/tally'

/** The server refused a call. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The server did not answer: it is not there yet, or no longer. */
class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

export interface HttpCalls {
  /** @throws {Refused} with status and code; {Unanswered} */
  call<C extends CallContract>(contract: C, input: CallRequest<C>, token?: string | null): Promise<CallResponse<C>>
}

/** Makes calls as a driver's device and a console do: only over HTTP, by their contracts. */
export function httpCalls(url: string, tally: Tally, timeout_ms = 20_000): HttpCalls {
  return {
    async call(contract, input, token = null) {
      const { path, body } = fill(contract.path, input as { readonly [name: string]: unknown })
      const kind = contract.path.replace('../driver/', '')
      const began = performance.now()
      const asked = Object.entries(body).map(([key, value]): [string, string] => [key, String(value)])
      const query = contract.method === 'GET' && asked.length > 0 ? `?${new URLSearchParams(asked).toString()}` : ''
      const reply = await fetch(`${url}/api/admin/${path}${query}`, {
        method: contract.method,
        signal: AbortSignal.timeout(timeout_ms),
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(contract.method === 'GET' ? {} : { body: JSON.stringify(body) }),
      }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        (cause: unknown) => {
          tally.add(kind, null, performance.now() - began)
          throw new Unanswered('No answer.', { cause })
        },
      )
      tally.add(kind, reply.status, performance.now() - began)
      const answer = read(reply.text)
      if (reply.status >= 400)
        throw new Refused(reply.status, String(answer['code'] ?? ''), String(answer['msg'] ?? reply.text.slice(0, 200)))
      return answer as CallResponse<typeof contract>
    },
  }
}

/**
 * Ignores refusals and missing answers: they are counted already, and the asker tries again later. Other errors are the
 * simulator's own.
 */
export function ignoreAnswers(error: unknown): void {
  if (!(error instanceof Refused) && !(error instanceof Unanswered)) throw error
}

/** Puts parameters into the path; what remains is the body. */
function fill(
  path: string,
  input: { readonly [name: string]: unknown },
): { readonly path: string; readonly body: { readonly [name: string]: unknown } } {
  const used = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
  return {
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name]))),
    body: Object.fromEntries(Object.entries(input).filter(([name]) => !used.includes(name))),
  }
}

function read(text: string): { readonly [name: string]: unknown } {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch {
    return {}
  }
}
