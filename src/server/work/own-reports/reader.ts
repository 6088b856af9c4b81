import { ownReportPath } from '../../../model/own-report'
import type { Actor } from '../../../model/rights/actor'
import { loadActor } from '../../language/actor/actor'
import { originFor } from '../../language/settings/console-origin'
import { readPeople, type Receiver } from '../events/recipients'
import type { Asking } from '../reports/block-context'
import type { Runtime } from '../../language/runtime'
import { openReport, type StoredReport } from './stored-report'

/** Somebody who reads a report while they are away. */
interface Reader {
  readonly person: Receiver
  readonly stored: StoredReport
  readonly asking: Asking
  /** The page of the report; null: the address of the console is unknown. */
  readonly url: string | null
}

/** The zone of the place somebody works in. */
export async function readerZone(runtime: Runtime, id_user: number): Promise<string> {
  const settings = await runtime.settings()
  return (await personOf(runtime, id_user))?.zone ?? String(settings.timezone ?? 'UTC')
}

/**
 * A person and a report with the rights and the scope that they have now; null: they may not open it, or are not there
 * any more.
 */
export async function readerOf(runtime: Runtime, id_user: number, id_report: number): Promise<Reader | null> {
  const {
    database: { db },
    now,
  } = runtime
  const model = runtime.model()
  const actor = await loadActor(db, runtime, id_user)
  const person = actor && (await personOf(runtime, id_user))
  const stored = actor && (await openReport(db, model, actor, id_report))
  if (!actor || !person || !stored) return null
  const settings = await runtime.settings()
  const address = originFor(settings, undefined, 'https')
  return {
    person,
    stored,
    url: address === null ? null : `${address}/${ownReportPath(id_report)}`,
    asking: {
      runtime,
      model,
      actor: inLanguage(actor, person),
      settings,
      now: now(),
      origin: { id_session: null, platform: 'web' },
    },
  }
}

const inLanguage = (actor: Actor, { language }: Receiver): Actor => ({ ...actor, language })

async function personOf(runtime: Runtime, id_user: number): Promise<Receiver | null> {
  const context = { model: runtime.model(), settings: await runtime.settings(), runtime }
  return (await readPeople(context, runtime.database.db, [id_user])).get(id_user) ?? null
}
