import type { ServerFeature } from '#engine/server'
import { deskLayoutCalls } from './desk-layout'
import { liveVehicles } from './live-vehicles'
import { presentVehicles } from './present-vehicles'
import { shiftNoteCalls } from './shift-notes'
import { vehicleInfo } from './vehicle-info'
import { vehicleTableCalls } from './vehicles-table'

/** The dispatcher: where the vehicles are and who drives them. */
export const dispatcher: ServerFeature = {
  name: 'dispatcher',
  needs: {
    vehicles: ['plate', 'code', 'model', 'year', 'id_user', 'id_type_vehicle', 'id_brand_vehicle', 'state'],
    users: ['name', 'surname', 'phone', 'rating_average', 'rating_count'],
    shift_notes: ['text', 'id_user', 'id_branch'],
    desk_layouts: ['id_user', 'layout'],
    shift_note_reads: ['id_note', 'id_user'],
    type_vehicles: ['icon'],
    brand_vehicles: ['name'],
    vehicle_positions: ['id_vehicle', 'point', 'course', 'speed', 'battery_level', 'mode', 'availability', 'date_fix'],
  },
  hooks: [presentVehicles],
  calls: [liveVehicles, vehicleInfo, ...vehicleTableCalls, ...shiftNoteCalls, ...deskLayoutCalls],
  modules: [
    {
      key: 'dispatcher',
      title: 'Despachador',
      route: '/dispatcher',
      icon: 'map',
      group: 'dispatch',
      order: 100,
      // Who books for themselves dispatches nobody.
      called: { but: 'staff', title: 'Pedir un viaje', titleKey: 'modules.dispatcher_own' },
    },
  ],
  panels: ['vehicle-position', 'dispatch-alerts'],
  dialogs: ['service-info', 'find-driver', 'service-assignments', 'service-location'],
}
