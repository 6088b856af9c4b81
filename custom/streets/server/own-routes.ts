import { routesOf } from '../../geo/server'
import { waysOn } from './find-route'
import { ownStreets } from './own-streets'

/** Routes over this project's own streets, for callers without a call context and settings (a simulator). */
export const ownRoutes = routesOf(async () => waysOn(await ownStreets()))
