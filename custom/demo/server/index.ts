import type { ServerFeature } from '../../../src/server/feature'
import { DEMO_ACCOUNTS } from './demo-accounts'
import { fillDemo } from './fill-demo'
import { freshenPositions } from './freshen-positions'

/** A ride service in Lima, made up from a seed: what a new database is filled with unless it is to start empty. */
export const demoFeature: ServerFeature = {
  name: 'demo',
  needs: {
    company_areas: ['id_company', 'name'],
    branches: ['name', 'address', 'phone', 'email', 'point'],
    companies: ['type', 'name', 'document', 'id_branch', 'phone', 'email', 'address', 'point', 'use_cecos', 'spending_limit'],
    users: ['type_user', 'name', 'surname', 'email', 'phone', 'document', 'id_company', 'id_company_area', 'id_branch', 'id_role',
      'license_number'],
    vehicles: ['plate', 'code', 'id_user', 'id_type_vehicle', 'id_brand_vehicle', 'model', 'year', 'id_color', 'capacity_1', 'id_branch'],
    locations: ['type', 'name', 'address', 'point', 'id_company'],
    vehicle_positions: ['id_vehicle', 'point', 'course', 'speed', 'battery_level', 'mode', 'availability', 'date_fix'],
  },
  demo: fillDemo,
  demoAgain: freshenPositions,
  demoAccounts: DEMO_ACCOUNTS,
}
