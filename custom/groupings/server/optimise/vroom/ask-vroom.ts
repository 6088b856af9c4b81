import { outboundCalls, OutboundError } from '#engine/server'
import type { RoutePlan, Problem } from '../../../model/plan/problem'
import { readVroom } from './read-vroom'
import { vroomProblem } from './vroom-problem'

/** A VROOM server behind `vroom-express`, in one's own network. */
export interface VroomServer {
  readonly url: string
  /** A header that it wants to see, as `Name: value`; null: none. */
  readonly header: string | null
  readonly wait_ms: number
}

const MAX_BYTES = 5_000_000
/** What it takes at most as it is shipped (`maxlocations`). */
const MAX_PLACES = 1_000

const callOut = outboundCalls((kind) => kind !== 'metadata' && kind !== 'special')

/**
 * The plan of a VROOM server.
 * @returns why there is none: what it cannot be asked (`driven`, `locks`, `balance`, `middle_stops`, `too_big`), an
 * error of the network (`slow`,
 * `ECONNREFUSED` …), its status (`status 413`), or what is wrong with its answer (`unreadable`, `precedence`, `seats`,
 * `late` …)
 */
export async function askVroom(
  problem: Problem,
  { url, header, wait_ms }: VroomServer,
): Promise<RoutePlan | { readonly why: string }> {
  const asked = vroomProblem(problem)
  if ('why' in asked) return asked
  if (problem.matrix.size > MAX_PLACES) return { why: 'too_big' }
  try {
    const answer = await callOut({
      url,
      method: 'POST',
      wait_ms,
      max_bytes: MAX_BYTES,
      body: JSON.stringify(asked),
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headerOf(header) },
    })
    if (answer.status !== 200) return { why: `status ${answer.status}` }
    return readVroom(problem, jsonOf(answer.text))
  } catch (error) {
    if (error instanceof OutboundError) return { why: error.code }
    throw error
  }
}

/** `Name: value` as a header; anything else is sent as an authorisation. */
function headerOf(header: string | null): { readonly [name: string]: string } {
  if (header === null || header.trim() === '') return {}
  const [, name, value] = /^([A-Za-z0-9-]+):\s*(.+)$/.exec(header.trim()) ?? []
  return name && value ? { [name.toLowerCase()]: value } : { authorization: header.trim() }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
