import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { useNowCall } from '../../model/map-key-calls'

/** Puts a key into use, and takes the one of the same provider out of it; both changes are in the activity log. */
export const useKeyNow = serveCall(useNowCall, async ({ records, now, say }, { id }) => {
  // A key out of the user's scope is reported as not found.
  await records.read('map_keys', id)
  await records.write(async ({ tx, save }) => {
    // All keys, always in the same order: two presses at once must not leave two keys in use.
    const rows = await living(tx, 'map_keys')
      .select(['id', 'provider', 'in_use', 'state'])
      .orderBy('id')
      .forUpdate()
      .execute()
    const key = rows.find((row) => row.id === id)
    if (!key) throw new AppError('NOT_FOUND')
    if (key.state !== '1') throw new AppError('CONFLICT', { say: 'map_keys.paused' })
    if (key.in_use) throw new AppError('CONFLICT', { say: 'map_keys.in_use_already' })
    for (const other of rows.filter(({ provider, in_use }) => in_use && provider === key.provider)) {
      await save('map_keys', { id: other.id }, say('map_keys.out_of_use'), { also: { in_use: 0, date_in_use: null } })
    }
    await save('map_keys', { id }, say('map_keys.used_now'), { also: { in_use: 1, date_in_use: now().toISOString() } })
  })
  return { msg: say('map_keys.used_now') }
})
