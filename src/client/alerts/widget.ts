import { lazy } from 'react'
import { lateCell } from '../../ui/show/late-cell'
import type { ClientFeature } from '../feature'

/** Pieces that the engine brings for its own catalogues, loaded where metadata names them. */
export const ownPieces: ClientFeature = {
  name: 'engine',
  widgets: {
    'alert-part': { Input: lazy(() => import('./AlertPart')) },
    'message-template': { Cell: lateCell(async () => (await import('./MessageCell')).MessageCell), Input: lazy(() => import('./MessageInput')) },
  },
}
