import { sql } from 'kysely'
import type { CallResponse } from '../../model/call'
import { AppError } from '../../model/errors'
import type { Model } from '../../model/model'
import { liveNoticesCall, readNoticesCall, removeNoticeCall } from '../../model/notice-calls'
import { iso } from '../platform/database/iso'
import { serveCall } from '../language/feature/call'
import type { SettingsStore } from '../language/settings/settings-store'
import type { LiveWords } from '../language/words/live-words'
import { engineTables, livingRows } from '../platform/database/engine-tables'

const SHOWN = 30

const live = (settings: SettingsStore, words: LiveWords) =>
  serveCall(liveNoticesCall, async ({ db, actor, model }) => {
    const own = livingRows(db, 'notifications as n').where('n.id_user', '=', actor.id)
    const rows = await own
      .select([
        'n.id',
        'n.title',
        'n.body',
        'n.resource',
        'n.id_target',
        'n.below',
        'n.action',
        sql<string | null>`n.actionable::text`.as('actionable'),
        'n.status',
        iso('n.date_created').as('date_created'),
      ])
      .orderBy('n.id', 'desc')
      .limit(SHOWN)
      .execute()
    const { count } = await own
      .where('n.status', '=', '1')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
    return {
      unread: Number(count),
      settings: `${await settings.stamp()} ${words.stamp}`,
      notifications: rows.map(
        ({ id, title, body, resource, id_target, below, action, actionable, status, date_created }) => ({
          id: Number(id),
          title: text(title),
          body: String(body ?? ''),
          resource: text(resource),
          id_target: text(id_target),
          below: text(below),
          action: text(action),
          actionable:
            actionable !== null
              ? (JSON.parse(actionable) as Actionable)
              : actionableOf(model, {
                  resource: text(resource),
                  id_target: text(id_target),
                  below: text(below),
                  action: text(action),
                }),
          status: String(status),
          date_created: String(date_created),
        }),
      ),
    }
  })

type Actionable = CallResponse<typeof liveNoticesCall>['notifications'][number]['actionable']

interface Led {
  readonly resource: string | null
  readonly id_target: string | null
  readonly below: string | null
  readonly action: string | null
}

/** Where a notice leads, in the form of programs: the record by its id, and the place on its page. */
function actionableOf({ resources }: Model, { resource, id_target, below, action }: Led) {
  const of = resource === null ? undefined : resources[resource]
  return action === null || !of
    ? null
    : {
        name: of.title,
        icon: of.menu?.icon ?? '',
        color: '',
        action_type: action,
        action_data: id_target,
        action_data2: below,
      }
}

const read = serveCall(readNoticesCall, async ({ db, actor, now }, { ids }) => {
  const own = engineTables(db)
    .updateTable('notifications')
    .set({ status: '3', date_updated: now().toISOString() })
    .where('id_user', '=', actor.id)
    .where('status', '=', '1')
  await (ids === undefined ? own : own.where('id', 'in', [...ids, 0])).execute()
  return {}
})

const remove = serveCall(removeNoticeCall, async ({ db, actor, say }, { id }) => {
  const gone = await engineTables(db)
    .deleteFrom('notifications')
    .where('id_user', '=', actor.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new AppError('NOT_FOUND')
  return { msg: say('notices.removed') }
})

/** A person's own notices, under the bell of the console. */
export const noticeCalls = (settings: SettingsStore, words: LiveWords) => [live(settings, words), read, remove]
