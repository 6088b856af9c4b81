import { living } from '#app/tables'
import { type CallContext, callLimit, serveCall } from '#engine/server'
import { clientAppCall } from '../model/refer-calls'

// A carrier puts many phones behind one address; an application asks when it starts.
const MAX_ASKED = 600
const countCall = callLimit('refers.too_many')

export const clientApp = serveCall(clientAppCall, async (context) => {
  const { db, network, now, settings } = context
  countCall(db, `client app ${network}`, now(), MAX_ASKED)
  const text = (name: string): string | null =>
    typeof settings[name] === 'string' && settings[name] !== '' ? settings[name] : null
  const number = (name: string): number | null => (Number.isInteger(settings[name]) ? Number(settings[name]) : null)
  const flag = (name: string): 0 | 1 => (Number(settings[name] ?? 0) === 1 ? 1 : 0)
  const refer_active = flag('app_client_refer_active')
  const benefit = (name: string) => (refer_active === 1 ? benefitOf(context, number(name)) : null)
  return {
    version_required: number('app_client_version_required'),
    version_current: number('app_client_version_current'),
    android_url: text('app_client_android_url'),
    ios_url: text('app_client_ios_url'),
    logo: text('app_client_logo'),
    wallet_enabled: flag('app_client_wallet_enabled'),
    show_online_drivers: flag('app_client_show_online_drivers'),
    refer_active,
    refer_invited: await benefit('app_client_refer_invited_promotion'),
    refer_inviter: await benefit('app_client_refer_inviter_promotion'),
    refer_inviter_services: number('app_client_refer_inviter_services') ?? 1,
  }
})

async function benefitOf(
  { db }: CallContext,
  id: number | null,
): Promise<{ readonly name: string; readonly code: string } | null> {
  const row =
    id === null
      ? undefined
      : await living(db, 'promotions')
          .where('id', '=', id)
          .where('state', '=', '1')
          .select(['name', 'code'])
          .executeTakeFirst()
  return row ? { name: row.name ?? '', code: row.code ?? '' } : null
}
