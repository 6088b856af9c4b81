import { alertKeysCall, previewAlertCall, tryAlertCall } from '../../model/alert-calls'
import { CHANNELS, type Channel } from '../../model/effects/effect'
import { checkTemplate } from '../../model/effects/check-template'
import type { Template } from '../../model/effects/template'
import { AppError } from '../../model/errors'
import type { FieldError } from '../../model/field-type'
import type { Json } from '../../model/json'
import { MetadataErrors } from '../../model/loader/metadata-error'
import type { Actor } from '../../model/rights/actor'
import type { Db } from '../platform/database/database'
import { serveCall, type ServerCall } from '../language/feature/call'
import { recordContext, type RecordContext } from '../records/record-context'
import type { Runtime } from '../language/runtime'
import { templateKeys } from '../work/events/alert-keys'
import { errorOf } from '../work/events/guard-alerts'
import type { LiveEffect } from '../work/events/live-effect'
import { catalogueOf } from '../../model/catalogue-of'
import { previewOf, tryEffect } from '../work/events/try-alert'
import { engineTables, livingRows } from '../platform/database/engine-tables'

interface Draft {
  readonly id_module?: number | null
  readonly channel?: string | null
  readonly subject?: string | null
  readonly body?: string | null
  readonly id_webhook?: number | null
}

const languageOf = ({ words }: Runtime, language: string | null): string | null => {
  if (language !== null && !words.languages.includes(language))
    throw new AppError('VALIDATION', { errors: { language: { key: 'effects.language', params: { what: language } } } })
  return language
}

/**
 * For users with full access: what a message may say, what it would say of a record, and a trial of it that reaches the
 * asker alone.
 */
export function alertCalls(runtime: Runtime): readonly ServerCall[] {
  const contextFor = async (actor: Actor, db: Db, id_module: number): Promise<RecordContext> => {
    if (!actor.root) throw new AppError('FORBIDDEN')
    const row = await livingRows(db, 'modules').select('key').where('id', '=', id_module).executeTakeFirst()
    const resource = row && catalogueOf(runtime.model(), String(row.key))
    if (!resource || resource.rest !== undefined)
      throw new AppError('VALIDATION', { errors: { id_module: { key: 'effects.no_records' } } })
    return recordContext(runtime, actor, resource.name)
  }
  /** An effect that says what the form says; to whom it would go is of no interest. */
  const draftEffect = async (
    actor: Actor,
    db: Db,
    draft: Draft,
  ): Promise<{ readonly effect: LiveEffect; readonly context: RecordContext }> => {
    const context = await contextFor(actor, db, draft.id_module ?? 0)
    const channel = CHANNELS.find((one) => one === draft.channel) ?? 'notice'
    const hook =
      channel === 'webhook' && draft.id_webhook
        ? await livingRows(db, 'webhooks')
            .select('key')
            .where('id', '=', draft.id_webhook)
            .where('state', '=', '1')
            .executeTakeFirst()
        : undefined
    return {
      context,
      effect: {
        ...written(context, channel, draft),
        ...(hook && { id_webhook: Number(draft.id_webhook), webhook: String(hook.key) }),
      },
    }
  }

  return [
    serveCall(alertKeysCall, async ({ actor, db }, { id_module }) => {
      const context = await contextFor(actor, db, id_module)
      return {
        resource: context.resource.name,
        entity: context.entity.name,
        items: templateKeys(context).map((key) => ({ ...key, filters: [...key.filters] })),
      }
    }),
    serveCall(previewAlertCall, async ({ actor, db }, { id_record = null, language = null, ...draft }) => {
      const { effect, context } = await draftEffect(actor, db, draft)
      return previewOf(runtime, context, effect, { id: id_record, language: languageOf(runtime, language) })
    }),
    serveCall(tryAlertCall, async ({ actor, db, say }, { id, ids, id_record = null, language = null, ...draft }) => {
      const saved = id ?? ids?.[0]
      const effect =
        saved === undefined || saved === null
          ? (await draftEffect(actor, db, draft)).effect
          : await inForce(runtime, actor, db, saved)
      if (effect.channel === 'webhook' && effect.id_webhook === undefined)
        throw new AppError('VALIDATION', { errors: { id_webhook: { key: 'required' } } })
      await tryEffect(runtime, actor, effect, { id: id_record, language: languageOf(runtime, language) })
      return { msg: say('alerts.tried') }
    }),
  ]
}

const isOn = async (db: Db, id_webhook: number): Promise<boolean> =>
  (await livingRows(db, 'webhooks')
    .select('id')
    .where('id', '=', id_webhook)
    .where('state', '=', '1')
    .executeTakeFirst()) !== undefined

/** @throws {AppError} FORBIDDEN, NOT_FOUND when the alert is switched off or no longer fits the metadata */
async function inForce(runtime: Runtime, actor: Actor, db: Db, id: number): Promise<LiveEffect> {
  if (!actor.root) throw new AppError('FORBIDDEN')
  const row = await engineTables(db)
    .selectFrom('alerts as a')
    .innerJoin('modules as m', 'm.id', 'a.id_module')
    .select('m.key')
    .where('a.id', '=', id)
    .executeTakeFirst()
  const resource = row && catalogueOf(runtime.model(), String(row.key))
  const effect = (resource ? await runtime.effects.of(db, resource.entity) : []).find(
    ({ source }) => source === `alerts.${id}`,
  )
  if (!effect) throw new AppError('NOT_FOUND', { say: 'alerts.not_in_force' })
  // The webhook's fault, and not the alert's.
  if (effect.id_webhook !== undefined && !(await isOn(db, effect.id_webhook)))
    throw new AppError('VALIDATION', { say: 'deliveries.reasons.no_endpoint' })
  return effect
}

/** @throws {AppError} VALIDATION at the text that is no template over the entity, or is missing */
function written(
  { model, entity, resource, runtime: { fieldTypes } }: RecordContext,
  channel: Channel,
  { subject, body }: Draft,
): LiveEffect {
  const errors: { [field: string]: FieldError } = {}
  const template = (
    field: string,
    text: Json | undefined,
    isNeeded: boolean,
  ): { readonly [field: string]: Template } => {
    if (typeof text !== 'string' || text.trim() === '') {
      if (isNeeded) errors[field] = { key: 'required' }
      return {}
    }
    const list = new MetadataErrors()
    const read = checkTemplate(text, { entity, entities: model.entities, fieldTypes }, list.at(field))
    const [error] = list.errors
    if (error) errors[field] = errorOf(error)
    return { [field]: read }
  }
  const isMessage = channel !== 'webhook'
  const texts = { ...template('subject', subject, channel === 'mail'), ...template('body', body, isMessage) }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return { id: 'draft', event: 'changed', channel, to: [], source: 'alerts.draft', resource, ...texts }
}
