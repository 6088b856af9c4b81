import type { JsonObject } from '../../src/model/json'
import type { Client } from './client'
import { shapeOf, type Memory } from './memory'

/** Everything that writes while the server lives. Each ends with `ServerGone`; another end is an error. */
export interface Work {
  readonly client: Client
  readonly memory: Memory
  readonly tags: readonly number[]
  readonly round: number
}

type Step = JsonObject & { readonly name: string }

/**
 * Creates plans with rows and references, and edits each twice: a row changed, one taken away, one more; then the name
 * alone.
 */
export async function write({ client, memory, tags, round }: Work, writer: string): Promise<never> {
  for (let turn = 0; ; turn++) {
    const code = `${writer}-${round}-${turn}`
    const some = tags.slice(turn % tags.length)
    const put = async (
      id: number | null,
      name: string,
      steps: readonly (Step | { readonly name: string })[],
      input: JsonObject,
    ) => {
      memory.begin(writer, {
        id,
        code,
        shape: shapeOf(
          name,
          some,
          steps.map((step) => step.name),
        ),
      })
      const { item } = await client.done('plans/create', { ...(id === null ? {} : { id }), name, ...input })
      memory.acknowledge(writer, item as JsonObject)
      return item as JsonObject
    }
    const first = [`${code} a`, `${code} b`, `${code} c`].map((name) => ({ name }))
    const made = await put(null, code, first, { code, tags: [...some], steps: first })
    const [a, b] = made.steps as unknown as [Step, Step]
    const next = [{ ...b, name: `${code} b2` }, a, { name: `${code} d` }]
    const edited = await put(Number(made.id), `${code} edited`, next, { version: made.version ?? null, steps: next })
    await put(Number(made.id), `${code} named`, next, { version: edited.version ?? null })
  }
}

/** Two who create the same unique value at once: one is let, the other told. */
export async function race({ client, memory, round }: Work): Promise<never> {
  for (let turn = 0; ; turn++) {
    const code = `race-${round}-${turn}`
    const ends = await Promise.allSettled(
      ['left', 'right'].map(async (side) => {
        const name = `${code} ${side}`
        memory.begin(side, { id: null, code, shape: shapeOf(name, [], [name]) })
        const { status, body } = await client.post('plans/create', { name, code, steps: [{ name }] })
        if (status === 200) memory.acknowledge(side, body.item as JsonObject)
        else memory.refuse(side)
        return status
      }),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    const statuses = ends
      .map((end) => (end.status === 'fulfilled' ? end.value : 0))
      .sort()
      .join()
    if (statuses !== '200,422') throw new Error(`Two plans of one code were answered ${statuses}.`)
  }
}

/** Issues bills, two at once, each of which gets the next number of its series. */
export async function issue(
  { client, issued }: Work & { readonly issued: Set<number> },
  writer: string,
): Promise<never> {
  for (let turn = 0; ; turn++) {
    const { id } = await client.done('bills/create', { name: `${writer} ${turn}` })
    await client.done('bills/issue', { id: Number(id) })
    issued.add(Number(id))
  }
}

/** Plans that are enabled and disabled all at once. */
export class Crew {
  /** What the server has said last, and what was asked of it since. */
  said: '0' | '1' = '1'
  asked: '0' | '1' = '1'
  calls = 0

  constructor(readonly ids: readonly number[]) {}

  async drill({ client }: Work): Promise<never> {
    for (;;) {
      this.asked = this.said === '1' ? '0' : '1'
      const { results } = await client.done(this.asked === '1' ? 'plans/enable' : 'plans/disable', {
        ids: [...this.ids],
      })
      if (!Array.isArray(results) || results.length !== this.ids.length)
        throw new Error('A bulk call answered for other rows than it was asked.')
      this.said = this.asked
      this.calls++
    }
  }
}
