import { KIND } from '#app/asker'
import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Database, DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import type { DemoClient } from '../model/trips'

const PAIRS = 14
const SERVICES = 3
const SHARE = { invited: 'BIENVENIDA', inviter: 'GRACIAS' } as const

/**
 * Both sides' promotions in the settings of the clients' application, and private clients who invited others: some
 * benefits are given, some still pending.
 */
export async function putDemoRefers(
  { db }: Database,
  writer: DemoWriter,
  moments: Moments,
  clients: readonly DemoClient[],
): Promise<void> {
  const date = moments.clock(-90, 9 * 3600).toISOString()
  const rows: readonly JsonObject[] = [
    {
      code: SHARE.invited,
      name: 'Bienvenida del invitado',
      type_benefit: '2',
      amount: 10,
      private: 1,
      only_granted: 1,
    },
    {
      code: SHARE.inviter,
      name: 'Gracias por invitar',
      type_benefit: '1',
      amount: 25,
      max_amount: 15,
      private: 1,
      only_granted: 1,
    },
  ]
  const [invited = 0, inviter = 0] = await writer.insert('promotions', rows.length, (at) => ({
    ...rows[at],
    date_created: date,
  }))
  await tables(db)
    .updateTable('app_client')
    .set({
      app_client_refer_active: true,
      app_client_refer_invited_promotion: invited,
      app_client_refer_inviter_promotion: inviter,
      app_client_refer_inviter_services: SERVICES,
      app_client_android_url: 'https://play.google.com/store/apps/details?id=test.toolrides.clients',
      app_client_version_required: 40,
      app_client_version_current: 52,
    })
    .execute()
  const own = clients.filter(({ id_company }) => id_company === null)
  const branches = new Map(
    (
      await tables(db).selectFrom('users').select(['id', 'id_branch']).where('type_user', '=', KIND.client).execute()
    ).map(({ id, id_branch }) => [id, id_branch]),
  )
  const pairs = own.slice(0, PAIRS).flatMap(({ id }, at) => {
    const other = own.slice(PAIRS).filter((one) => branches.get(one.id) === branches.get(id))[at % 5]
    return other ? [{ id_invited: id, id_inviter: other.id, isGiven: at % 3 !== 0, day: -60 + at * 4 }] : []
  })
  const ids = await writer.insert('refers', pairs.length, (at) => {
    const { id_invited = 0, id_inviter = 0, isGiven = false, day = 0 } = pairs[at] ?? {}
    const at_invited = moments.clock(day, 11 * 3600).toISOString()
    return {
      id_invited,
      id_inviter,
      us_type: '3',
      state_invited: 'given',
      id_promotion_invited: invited,
      id_promotion_inviter: inviter,
      date_created: at_invited,
      date_invited: at_invited,
      state_inviter: isGiven ? 'given' : 'pending',
      date_inviter: isGiven ? moments.clock(day + 3, 18 * 3600).toISOString() : null,
      // More than the demo's clients travel: those that are pending stay so.
      services_needed: isGiven ? SERVICES : 900,
    }
  })
  const grants = pairs.flatMap(({ id_invited, id_inviter, isGiven, day }, at) => [
    {
      id_promotion: invited,
      id_client: id_invited,
      id_refer: ids[at] ?? 0,
      date_created: moments.clock(day, 11 * 3600).toISOString(),
    },
    ...(isGiven
      ? [
          {
            id_promotion: inviter,
            id_client: id_inviter,
            id_refer: ids[at] ?? 0,
            date_created: moments.clock(day + 3, 18 * 3600).toISOString(),
          },
        ]
      : []),
  ])
  await writer.insert('promotion_grants', grants.length, (at) => grants[at] ?? {})
}
