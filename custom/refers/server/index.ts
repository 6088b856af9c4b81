import { AppError } from '#engine/model'
import { serveCall, type ServerFeature } from '#engine/server'
import { referInviteCall } from '../model/refer-calls'
import { clientApp } from './client-app'
import { grantEarned } from './grant-earned'
import { referHooks } from './refer-hooks'

const invite = serveCall(referInviteCall, async ({ records, say }, { id_invited, id_inviter }) => {
  const { id } = await records.write(({ saveOwn }) => saveOwn('refers', { id_invited, id_inviter }, { also: {} }))
  if (typeof id !== 'number') throw new AppError('NOT_FOUND')
  return { id, msg: say('refers.saved') }
})

/** Who invited whom, what both get for it, and what the clients' application is told of it. */
export const refers: ServerFeature = {
  name: 'refers',
  needs: {
    refers: [
      'id_invited',
      'id_inviter',
      'state_invited',
      'state_inviter',
      'id_promotion_invited',
      'id_promotion_inviter',
      'services_needed',
      'date_invited',
      'date_inviter',
    ],
    promotion_grants: ['id_promotion', 'id_client', 'id_refer'],
    promotions: ['name', 'code', 'amount', 'state', 'only_granted'],
    users: ['type_user', 'id_company', 'id_branch'],
    services: ['id_client', 'id_driver', 'state'],
    app_client: [
      'app_client_refer_active',
      'app_client_refer_invited_promotion',
      'app_client_refer_inviter_promotion',
      'app_client_refer_inviter_services',
    ],
    app_driver: [
      'app_driver_refer_active',
      'app_driver_refer_invited_promotion',
      'app_driver_refer_inviter_promotion',
      'app_driver_refer_inviter_services',
      'app_driver_wallet_enabled',
    ],
  },
  calls: [clientApp, invite],
  hooks: [referHooks],
  jobs: [grantEarned],
  // The few that wait are looked for every minute.
  indexes: [
    {
      name: 'refers_pending',
      table: 'refers',
      over: "(id) where state_inviter = 'pending' and date_deleted is null",
    },
  ],
}
