import { AppError } from '../../../model/errors'
import { whyKeys } from '../../../model/field-words'
import type { JsonObject } from '../../../model/json'
import { ownWhy } from '../fields/labels'
import type { RecordContext } from '../record-context'
import { ruleHolds } from '../rule-readings'

/** @throws {AppError} LOCKED where the catalogue keeps the record from being removed or deactivated (`kept`) */
export function assertMayGo(context: RecordContext, verb: 'remove' | 'disable', before: JsonObject): void {
  const {
    resource,
    actor,
    runtime: { words },
  } = context
  const rule = resource.kept?.[verb]
  if (!rule || !ruleHolds(context, rule, before)) return
  throw new AppError('LOCKED', {
    say: 'records.kept',
    body: { why: ownWhy(words, actor.language, whyKeys(resource, verb)) },
  })
}
