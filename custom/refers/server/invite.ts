import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { inviteCall } from '../model/invite-call'

export const invite = serveCall(inviteCall, async ({ records, say }, { id_invited, id_inviter }) => {
  const { id } = await records.write(({ saveOwn }) => saveOwn('refers', { id_invited, id_inviter }, { also: {} }))
  if (typeof id !== 'number') throw new AppError('NOT_FOUND')
  return { id, msg: say('refers.saved') }
})
