import { lazy } from 'react'
import type { ClientFeature } from '../feature'

/** Pieces that the engine brings for its own catalogues, loaded where metadata names them. */
export const ownPieces: ClientFeature = { name: 'engine', widgets: { 'message-template': { Input: lazy(() => import('./MessageInput')) } } }
