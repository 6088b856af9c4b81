import type { JsonObject } from '#engine/model'

/** Where what people wrote leads: a path of the console, or an address of the web (spec 1 §2); null: nowhere. */
export function actionPlace({ action_type, action_data }: JsonObject): string | null {
  const data = typeof action_data === 'string' ? action_data.trim() : ''
  if (action_type === 'url') return /^https?:\/\//.test(data) ? data : null
  if (action_type === 'web') return data.startsWith('https://') ? data : null
  if (action_type === 'screen') return `/${data.replace(/^\/+/, '')}`
  if (action_type === 'form') return `/form/${encodeURIComponent(data)}`
  if (action_type === 'service_process' || action_type === 'qualify_service')
    return `/services/${encodeURIComponent(data)}`
  return action_type === 'grouping_active' ? `/groupings/${encodeURIComponent(data)}/services` : null
}
