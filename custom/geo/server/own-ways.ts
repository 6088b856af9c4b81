import { localWays } from './places/local/ways'
import { ownStreets } from './places/local/own-streets'

/** Routes over this project's own streets, for whoever has no call and no settings (a simulator, a demo). */
export const ownWays = localWays(ownStreets)
