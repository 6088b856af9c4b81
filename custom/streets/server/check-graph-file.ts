import { AppError } from '#engine/model'
import type { Hooks } from '#engine/server'
import { graphOf, GRAPH_SETTING } from './graph-file'

/** Reports an unreadable street graph when its path is saved, not at the first ride. */
export const checkGraphFile: Hooks = {
  entity: 'settings_maps',
  async beforeSave(_context, data, before) {
    const named = data[GRAPH_SETTING]
    if (typeof named !== 'string' || named.trim() === '' || named === before?.[GRAPH_SETTING]) return data
    if ('why' in (await graphOf(named)))
      throw new AppError('VALIDATION', { errors: { [GRAPH_SETTING]: { key: 'street_graph' } } })
    return data
  },
}
