import type { JsonObject } from '../../../model/json'
import type { Db } from '../../platform/database/database'
import type { PresentAt } from '../../language/feature/hooks'
import { withRuleTexts } from '../said/said-rules'
import type { RecordContext } from '../record-context'
import type { AskedKeys } from './asked-keys'
import { withClosed } from './closed-references'

interface Shown {
  /** References of which the records say already whether they lead anywhere. */
  readonly said?: ReadonlySet<string>
  /** The keys that are wanted; null: whole records. */
  readonly asked?: AskedKeys | null
}

/**
 * Records with the read-only fields that features add, one query for the whole page each, with the sentences of rules
 * that they hold, and with the references that lead this asker nowhere.
 */
export async function presented(
  context: RecordContext,
  db: Db,
  records: readonly JsonObject[],
  { said, asked = null }: Shown = {},
): Promise<readonly JsonObject[]> {
  const { runtime, model, entity, actor, now, settings } = context
  let shown = await withClosed(context, db, await withRuleTexts(context, db, records), said)
  const say: PresentAt['say'] = (key, params) => runtime.words.say(actor.language, key, params)
  if (asked && !asked.presents) return shown
  for (const hooks of runtime.hooks(entity.name)) {
    if (hooks.present && shown.length > 0) shown = await hooks.present(db, shown, { now, actor, settings, model, say })
  }
  return shown
}
