import { driverRankCall } from '../../../ranks/model'
import { rankOf, rankSetting } from '../../../ranks/server'
import { serveDriver } from '../serve-driver'

/** `GET driver/rank`: a driver's place in the queue of the zone where they wait. */
export const ownRank = serveDriver(driverRankCall, async ({ db, id_driver, settings }) => ({
  rank: await rankOf(db, { id_driver }, rankSetting(settings, 'rank_keep_min')),
}))
