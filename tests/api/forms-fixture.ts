import type { Json, JsonObject } from '../../src/model/json'
import type { TestApp } from './fixture-app'

/** Forms as an administrator makes them, by the calls of the console. */
export function formsOf(at: Pick<TestApp, 'call'>) {
  const made = async (path: string, input: JsonObject): Promise<JsonObject> => {
    const { status, body, text } = await at.call('root', 'POST', path, input)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return body
  }
  return {
    /** A form with fields, not published; its id. */
    async form(input: JsonObject): Promise<number> {
      const body = await made('forms/create', input)
      return Number((body.item as JsonObject).id)
    },
    /** Publishes a form; the number of its publication. */
    publish: async (id: number): Promise<number> => Number((await made('forms/publish', { id })).number),
    /** The rows of a form, by their keys. */
    async rows(id: number): Promise<{ readonly [key: string]: JsonObject }> {
      const { item } = await made('forms/form', { id, lookups: 0 })
      return Object.fromEntries(
        ((item as JsonObject).fields as readonly JsonObject[]).map((row) => [String(row.key), row]),
      )
    },
    /** Changes the rows of a form: `null` takes one away, another key adds one. */
    async change(id: number, changes: { readonly [key: string]: JsonObject | null }): Promise<void> {
      const rows = await this.rows(id)
      const kept = Object.entries(rows).flatMap(([key, row]): JsonObject[] =>
        changes[key] === null ? [] : [{ id: row.id ?? null, ...changes[key] }],
      )
      const added = Object.entries(changes).flatMap(([key, row]): JsonObject[] =>
        row === null || rows[key] ? [] : [{ key, ...row }],
      )
      await made('forms/create', { id, fields: [...kept, ...added] as Json })
    },
  }
}
