import { boundChoices } from '../../src/model/rules/bound-choices'
import { isWritable, typeOf } from '../../src/model/canonical'
import { fieldTypes } from '../../src/fields/data'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import type { Resource } from '../../src/model/resource'
import { isEditable, isSeen } from '../../src/model/rights/hidden'
import { recordBy, type MadeRecord, type Maker } from '../conformance/valid-record'
import { accountAt } from './api-session'

/** What a console begins with: the Model as its account knows it, and who that is. */
export interface Session {
  readonly model: Model
  readonly facts: JsonObject
  readonly rights: { readonly [module: string]: { readonly see: boolean; readonly edit: boolean } }
  readonly root: boolean
  readonly menu: readonly { readonly id: string; readonly title: string; readonly url: string }[]
}

export interface Reply {
  readonly status: number
  readonly body: JsonObject
  readonly text: string
}

/** Calls of an account that answer what they are refused with. */
export interface AccountApi {
  readonly get: (path: string, query?: JsonObject) => Promise<Reply>
  readonly post: (path: string, body: JsonObject) => Promise<Reply>
}

export async function accountApi(address: string, email: string): Promise<AccountApi> {
  const { token } = await accountAt(address, email)
  const authorization = `Bearer ${token}`
  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const reply = await fetch(`${address}/api/admin/${path}`, init)
    const text = await reply.text()
    return { status: reply.status, text, body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {} }
  }
  const textOf = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return {
    get: (path, query = {}) =>
      call(
        `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, textOf(value)])).toString()}`,
        { headers: { authorization } },
      ),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

export async function sessionOf(api: AccountApi): Promise<Session> {
  const { user, model: hash } = (await api.get('verify', { app_version_code: 125 })).body as unknown as {
    model: string
    user: {
      menu: readonly { children: Session['menu'] }[]
      actor: { facts: JsonObject; root: boolean; rights: Session['rights'] }
    }
  }
  const { model } = (await api.get(`model/${hash}`)).body as unknown as { model: Model }
  return {
    model,
    facts: user.actor.facts,
    rights: user.actor.rights,
    root: user.actor.root,
    menu: user.menu.flatMap(({ children }) => children),
  }
}

/** Whether records of a catalogue are made, changed and removed by an account: by the rights of its role alone. */
export const mayMake = (
  { root, rights }: Session,
  { module, readOnly, held, uncreated, singleton, rest }: Resource,
): boolean =>
  module !== null &&
  !readOnly &&
  !held &&
  !uncreated &&
  !singleton &&
  rest === undefined &&
  (root || rights[module]?.edit === true)

// What a worker draws, uploads or writes at length is typed where a form insists on it.
const DRAWN = new Set(['polygon', 'schedule', 'richtext', 'json', 'icon', 'tags', 'object', 'answers', 'point', 'refs'])

/** Names of the fields that a form has. */
export const formNames = ({ form }: Resource): readonly string[] => {
  const namesIn = (rows: Resource['form']['rows']): string[] =>
    rows.flatMap((row) => ('cells' in row ? row.cells.map(({ f }) => f) : namesIn(row.rows)))
  return namesIn(form.rows)
}

/**
 * Makes records through the session of an account, of what its forms ask, choosing what its look-ups give; keeps how
 * each choice is called.
 */
export function accountMaker(
  api: AccountApi,
  session: Session,
): Maker & { readonly nameOf: (field: Field, id: Json) => string | undefined } {
  const { model } = session
  const names = new Map<string, string>()
  const contextOf = (record: JsonObject) => ({ record, user: session.facts, setting: {}, now_ms: Date.now() })
  const keyOf = (field: Field, id: Json): string => `${field.ref?.to ?? ''} ${String(id)}`
  const maker: Maker = {
    model,
    create: ({ endpoint }, input) => api.post(`${endpoint}/create`, input),
    fields: (resource, entity) =>
      formNames(resource).flatMap((name) => {
        const field = entity.fields[name]
        if (!field || !isWritable(field) || Object.hasOwn(resource.fixed, name) || typeOf(field, fieldTypes).file)
          return []
        if (!field.required && DRAWN.has(field.type)) return []
        return isSeen(field, contextOf({})) && isEditable(field, contextOf({})) ? [field] : []
      }),
    async reference(field, random, depth, input) {
      const resource = model.resources[field.ref?.resource ?? field.ref?.to ?? '']
      const endpoint = resource?.endpoint ?? field.ref?.resource ?? field.ref?.to ?? ''
      const answer = await api.get(endpoint, {
        lookup: 1,
        limit: 100,
        for: `${field.entity}.${field.name}`,
        ...(field.ref?.choices || field.ref?.own ? { form: input } : {}),
      })
      if (answer.status !== 200)
        throw new Error(`choices of ${field.entity}.${field.name}: ${answer.status} ${answer.text}`)
      const items = answer.body.items as unknown as readonly { readonly id: number | string; readonly label: string }[]
      const alone = items.filter(
        ({ label }) => label !== '' && items.filter((other) => other.label === label).length === 1,
      )
      const chosen = (alone.length > 0 ? alone : items)[Math.floor(random() * (alone.length || items.length))]
      if (chosen) {
        names.set(keyOf(field, chosen.id), chosen.label)
        return chosen.id
      }
      if (!resource || depth > 1 || !mayMake(session, resource)) return null
      const { item } = await recordBy(maker, resource, random, depth + 1, equalTo(field, input))
      const named = await api.get(endpoint, { lookup: 1, filters: { id: [item.id ?? 0] } })
      names.set(
        keyOf(field, item.id ?? null),
        (named.body.items as unknown as readonly { readonly label: string }[])[0]?.label ?? '',
      )
      return item.id as number
    },
  }
  return { ...maker, nameOf: (field, id) => names.get(keyOf(field, id)) }
}

/** The values that a choice fixes with `eq`. */
function equalTo({ ref }: Field, input: JsonObject): JsonObject {
  const rule = ref?.choices && boundChoices(ref.choices, input)
  return rule && 'op' in rule && rule.op === 'eq' && rule.operand.kind === 'field' && rule.value.kind === 'literal'
    ? { [rule.operand.field]: rule.value.value }
    : {}
}

/**
 * A record as an account makes it from the beginning of its form, made and taken away again: what is typed afterwards
 * is known to be valid.
 */
export async function triedRecord(
  api: AccountApi,
  maker: Maker,
  resource: Resource,
  entity: Entity,
  random: () => number,
): Promise<MadeRecord & { readonly begins: JsonObject }> {
  const form = await api.post(`${resource.endpoint}/form`, {})
  if (form.status !== 200) throw new Error(`the form of a new record: ${form.status} ${form.text}`)
  const item = form.body.item as JsonObject
  const asked = new Set(formNames(resource))
  const begins = Object.fromEntries(
    Object.entries(item).filter(([name, value]) => {
      const field = entity.fields[name]
      return value !== null && field && asked.has(name) && isWritable(field) && !Object.hasOwn(resource.fixed, name)
    }),
  )
  const made = await recordBy(maker, resource, random, 0, begins)
  const removed = await api.post(`${resource.endpoint}/remove`, { id: made.item.id ?? null })
  if (removed.status !== 200) throw new Error(`removed again: ${removed.status} ${removed.text}`)
  return { ...made, begins }
}
