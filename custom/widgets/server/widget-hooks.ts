import { living } from '#app/tables'
import { type JsonObject, wrong } from '#engine/model'
import type { HookContext, Hooks } from '#engine/server'
import { readSites } from '../model/allowed-sites'

/** A widget's sites are origins, and one that restricts addresses has places. */
export const widgetHooks: Hooks = {
  entity: 'widgets',
  async beforeSave(_context: HookContext, data: JsonObject): Promise<JsonObject> {
    if (typeof data['sites'] !== 'string') return data
    const { sites, wrong: line } = readSites(data['sites'])
    if (line !== null) throw wrong('sites', 'widgets.site', { site: line })
    return { ...data, sites: sites.join('\n') || null }
  },
  async afterSave({ tx }: HookContext, record: JsonObject): Promise<void> {
    if ((record['address_restriction'] ?? '0') === '0') return
    const one = await living(tx, 'widget_locations')
      .where('id_widget', '=', Number(record['id']))
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (!one) throw wrong('locations', 'widgets.needs_locations')
  },
}
