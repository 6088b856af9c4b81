import { serveCall } from '#engine/server'
import { zoneChoicesCall } from '../../model/zones/zone-calls'

const MAX_CHOICES = 20

export const zoneChoices = serveCall(zoneChoicesCall, async ({ records }, { id_tarif, query }) => {
  const filters = { ...(id_tarif !== undefined && { id_tarif }), ...(query && { q: query }) }
  const { items } = await records.list('zones', {
    filters: JSON.stringify(filters),
    limit: MAX_CHOICES,
    order_col: 'name',
    order_dir: 'asc',
  })
  return {
    items: items.map(({ id, name, color, id_tarif: of, ta_name }) => ({
      id: Number(id),
      name: String(name),
      color: typeof color === 'string' ? color : null,
      id_tarif: Number(of),
      ta_name: String(ta_name),
    })),
  }
})
