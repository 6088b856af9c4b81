import { living } from '#app/tables'
import type { Database, DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'

interface Sold {
  readonly products: ReadonlyMap<string, number>
  readonly payments: ReadonlyMap<string, number>
}

/** Two widgets: the booking page of the house's own site, and that of a hotel, from and to which alone it books. */
export async function putDemoWidgets(
  { db }: Database,
  writer: DemoWriter,
  moments: Moments,
  { products, payments }: Sold,
): Promise<void> {
  const date_created = moments.clock(-40, 10 * 3600).toISOString()
  const methods = (names: readonly string[]): readonly number[] => names.flatMap((name) => payments.get(name) ?? [])
  const hotels = await living(db, 'locations')
    .where('type', '=', 'hotel')
    .where('id_company', 'is', null)
    .where('id_client', 'is', null)
    .select(['id', 'name'])
    .orderBy('id')
    .limit(2)
    .execute()
  const rows = [
    {
      name: 'Reservas web',
      address_restriction: '0',
      id_payment_methods: [...methods(['Efectivo', 'Tarjeta', 'Pago en línea'])],
      date_created,
    },
    ...(hotels.length > 0
      ? [
          {
            name: 'Hotel',
            address_restriction: '1',
            id_payment_methods: [...methods(['Efectivo', 'Tarjeta'])],
            date_created,
          },
        ]
      : []),
  ]
  const [web = 0, hotel = 0] = await writer.insert('widgets', rows.length, (at) => rows[at] ?? {})
  const sold = ['Económico', 'Ejecutivo', 'Van', 'Al aeropuerto'].flatMap((name) => products.get(name) ?? [])
  await writer.insert('widget_products', sold.length, (at) => ({
    id_widget: web,
    id_product: sold[at] ?? 0,
    date_created,
  }))
  if (hotel !== 0)
    await writer.insert('widget_locations', hotels.length, (at) => ({
      id_widget: hotel,
      id_location: hotels[at]?.id ?? 0,
      date_created,
    }))
}
