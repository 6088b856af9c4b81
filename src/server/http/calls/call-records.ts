import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import type { CallRecords, OwnWrite, RecordWrites, Saved } from '../../language/feature/call'
import { moveWithin } from '../../records/flow/move'
import { listRecords } from '../../records/read/list'
import { inOneWrite, inSavepoint, type Write } from '../../records/write/open-write'
import { readRecord } from '../../records/read/read'
import { recordContext, type Origin, type RecordContext } from '../../records/record-context'
import { queueMail } from '../../work/mail/queue-mail'
import { printedRecord } from '../../work/print/print'
import { recordId } from '../../records/record-id'
import { remove } from '../../records/write/remove'
import { assertEdits, save } from '../../records/write/save'
import { saveMany } from '../../records/write/save-many'
import { withFound } from '../../records/read/look-up-search'
import type { Runtime } from '../../language/runtime'

export function callRecords(runtime: Runtime, actor: Actor, origin: Origin): CallRecords {
  const of = (resource: string) => recordContext(runtime, actor, resource, origin)
  return {
    read: async (resource, id) => readRecord(await of(resource), id),
    list: async (resource, query) => {
      const { items, total } = await listRecords(await withFound(await of(resource), query), query)
      return { items, total }
    },
    printed: async (resource, id, print, { judged } = {}) => {
      const reader = judged
        ? { ...actor, rights: { ...actor.rights, [resource]: { ...actor.rights[resource], see: true } } }
        : actor
      return printedRecord(await recordContext(runtime, reader as Actor, resource, origin), print, id)
    },
    write: async (work) => {
      // Read before the transaction, since nothing else may be queried from the database within it.
      const settings = await runtime.settings()
      const still: Runtime = { ...runtime, settings: async () => settings }
      const within = (resource: string) => recordContext(still, actor, resource, origin)
      return inOneWrite({ runtime }, (write) => work(writesOf(within, write, runtime.now())))
    },
  }
}

/** The same for a hook, within the write that it belongs to. */
export function writesWithin({ runtime, actor, origin, settings, now }: RecordContext, write: Write): RecordWrites {
  const still: Runtime = { ...runtime, settings: async () => settings }
  return writesOf((resource) => recordContext(still, actor, resource, origin), write, now)
}

function writesOf(of: (resource: string) => ReturnType<typeof recordContext>, write: Write, now: Date): RecordWrites {
  const saveOne = async (resource: string, input: JsonObject, note?: string, own?: OwnWrite): Promise<Saved> => {
    const context = await of(resource)
    assertEdits(context)
    return save(context, write, input, { note: note ?? null, ...own })
  }
  return {
    tx: write.tx,
    save: saveOne,
    saveOwn: async (resource, input, { note, anyones, ...own }) => {
      const context = await of(resource)
      const reaching = anyones ? { ...context, actor: { ...context.actor, operator: true, scopes: {} } } : context
      return save(reaching, write, input, { note: note ?? null, ...own, judged: true })
    },
    saveMany: async (resource, inputs, note) => {
      const context = await of(resource)
      assertEdits(context)
      return saveMany(context, write, inputs, note)
    },
    trySave: (resource, input, note) => inSavepoint(write, async () => void (await saveOne(resource, input, note))),
    move: async (resource, id, move, answers = {}) => {
      const context = await of(resource)
      await moveWithin(context, write, recordId(context.entity, id), move, answers)
    },
    mail: (mail) => queueMail(write.tx, mail, now),
    remove: async (resource, id) => {
      const context = await of(resource)
      assertEdits(context)
      await remove(context, write, recordId(context.entity, id))
    },
  }
}
