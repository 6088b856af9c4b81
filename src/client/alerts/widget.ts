import { lazy } from 'react'
import { lateCell } from '../../ui/show/late-cell'
import type { ClientFeature } from '../feature'

// One part of the program for all of an alert: each of its own would be named in what every page loads.
const load = () => import('./AlertPart')
const permissions = () => import('../permissions/PermissionsPart')
const parts = { Cell: lateCell(async () => (await load()).AlertCell), Input: lazy(load) }

/** Pieces that the engine brings for its own catalogues, loaded where metadata names them. */
export const ownPieces: ClientFeature = {
  name: 'engine',
  dialogs: { 'person-rights': lazy(() => import('../permissions/RightsDialog')) },
  widgets: {
    'message-template': parts,
    'alert-part': parts,
    'role-permissions': {
      Cell: lateCell(async () => (await permissions()).PermissionsCell),
      drawsEmpty: () => true,
      Input: lazy(permissions),
    },
  },
}
