import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import type { DemoRoles } from './demo-roles'

/** Reports that an operator has made, one of them for everybody, one for the administrators of companies. */
export async function putDemoReports(
  writer: DemoWriter,
  { owner, roles, date_created }: { readonly owner: number; readonly roles: DemoRoles; readonly date_created: string },
): Promise<void> {
  const rows: readonly JsonObject[] = [
    {
      name: 'Ventas por producto',
      shared: '3',
      definition: {
        blocks: [
          { id: 'b1', of: 'services', title: 'Servicios', as: 'card' },
          {
            id: 'b2',
            of: 'services',
            title: 'Ingresos',
            as: 'card',
            sum: 'price_total',
            filters: { outcome: 'finalized' },
            good: 'up',
          },
          {
            id: 'b3',
            of: 'services',
            title: 'Ingresos por semana',
            as: 'columns',
            by: 'date_created',
            each: 'week',
            sum: 'price_total',
            filters: { outcome: 'finalized' },
          },
          { id: 'b4', of: 'services', title: 'Servicios por resultado', as: 'donut', by: 'outcome' },
          {
            id: 'b5',
            of: 'services',
            title: 'Por producto',
            as: 'table',
            by: 'id_product',
            columns: [
              { count: true, name: 'm1' },
              { sum: 'price_total', name: 'm2' },
              { share: { outcome: 'canceled' }, name: 'm3', title: 'Cancelados (%)' },
            ],
          },
        ],
      },
    },
    {
      name: 'Consumo de mi empresa',
      shared: '2',
      roles: [roles.companyAdmin],
      definition: {
        days: { last: 90 },
        blocks: [
          { id: 'b1', of: 'services', title: 'Servicios por mes', as: 'columns', by: 'date_created', each: 'month' },
          {
            id: 'b2',
            of: 'services',
            title: 'Por cliente',
            as: 'table',
            by: 'id_client',
            columns: [
              { count: true, name: 'm1' },
              { sum: 'price_total', name: 'm2' },
            ],
          },
        ],
      },
    },
  ]
  await writer.insert('own_reports', rows.length, (index) => ({
    roles: [],
    ...rows[index],
    id_user: owner,
    date_created,
  }))
}
