import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError, isCountedId, isSame, type Json, type JsonObject, wrong } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { assertStepOf } from './flow-server'

/** Fields of a step that are no content: a draft that differs by these alone is as it was. */
const NO_CONTENT = new Set(['position_x', 'position_y', 'version', 'date_created', 'date_updated'])
const contentOf = (record: JsonObject): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !NO_CONTENT.has(name)))

/** A changed step changes the draft of its bot, whoever has it open. */
async function raise(tx: Tx, id_bot: Json | undefined): Promise<void> {
  if (isCountedId(id_bot))
    await tables(tx)
      .updateTable('bots')
      .set({ revision: sql`coalesce(revision, 0) + 1` })
      .where('id', '=', Number(id_bot))
      .execute()
}

const EDGES = ['id_bot_step_next', 'id_bot_step_positive', 'id_bot_step_default'] as const

/** Steps lead to steps of their own bot. @throws {AppError} VALIDATION at the edge */
async function assertOwnSteps(tx: Tx, id_bot: number, data: JsonObject): Promise<void> {
  const at = async (field: string, to: Json | undefined): Promise<void> => {
    if (!isCountedId(to)) return
    await assertStepOf(tx, id_bot, Number(to)).catch((cause: unknown) => {
      throw cause instanceof AppError && cause.code === 'VALIDATION' ? wrong(field, 'bots.other_step') : cause
    })
  }
  for (const field of EDGES) await at(field, data[field])
  const childs = Array.isArray(data.childs) ? data.childs : []
  for (const [n, child] of childs.entries())
    await at(`childs.${n}.id_bot_step`, (child as JsonObject | null)?.id_bot_step)
}

const stepHooks: Hooks = {
  entity: 'bot_steps',
  async beforeSave({ tx }, data, before) {
    const id_bot = before?.id_bot ?? data.id_bot
    if (isCountedId(id_bot)) await assertOwnSteps(tx, Number(id_bot), data)
    return data
  },
  async afterSave({ tx }, record, before) {
    if (before === null || !isSame(contentOf(record), contentOf(before))) await raise(tx, record.id_bot)
  },
  beforeRemove: ({ tx }, record) => raise(tx, record.id_bot),
  beforeRestore: ({ tx }, record) => raise(tx, record.id_bot),
  beforeMerge: async () => {
    throw new AppError('LOCKED', { say: 'bots.no_merge' })
  },
}

const botHooks: Hooks = {
  entity: 'bots',
  // A bot books with the rights of its operator: nobody lends it more than their own.
  async beforeSave({ actor }, data, before) {
    if (before === null && (data.id_user ?? null) === null) return { ...data, id_user: actor.id }
    const asked = data.id_user
    if (
      asked !== undefined &&
      asked !== (before?.id_user ?? null) &&
      asked !== actor.id &&
      asked !== null &&
      !actor.root
    )
      throw wrong('id_user', 'bots.other_user')
    return data
  },
  async afterSave({ tx }, record, before) {
    const changed =
      before !== null &&
      (['trigger_channel', 'id_bot_step_first'] as const).some((field) => record[field] !== before[field])
    if (changed) await raise(tx, record.id)
  },
  // Steps and versions go with their bot and come back with it; conversations that are under way are over.
  async beforeRemove({ tx, now }, record) {
    const id = Number(record.id)
    await tables(tx)
      .updateTable('bot_sessions')
      .set({ state: 'over', date_updated: now })
      .where('id_bot', '=', id)
      .where('state', 'in', ['waiting', 'acting'])
      .execute()
    for (const table of OWN)
      await tables(tx)
        .updateTable(table)
        .set({ date_deleted: now })
        .where('id_bot', '=', id)
        .where('date_deleted', 'is', null)
        .execute()
  },
  async beforeRestore({ tx }, record) {
    const gone = record.date_deleted
    if (typeof gone !== 'string') return
    for (const table of OWN) {
      await tables(tx)
        .updateTable(table)
        .set({ date_deleted: null })
        .where('id_bot', '=', Number(record.id))
        .where('date_deleted', '=', new Date(gone).toISOString())
        .execute()
    }
  },
  beforeMerge: async () => {
    throw new AppError('LOCKED', { say: 'bots.no_merge' })
  },
}
const OWN = ['bot_steps', 'bot_versions', 'bot_sessions', 'bot_traces', 'bot_actions'] as const

export const hooks: readonly Hooks[] = [stepHooks, botHooks]
