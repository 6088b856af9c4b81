import { tables } from '#app/tables'
import { isCountedId, type JsonObject, wrong } from '#engine/model'
import type { HookContext } from '#engine/server'
import { actionPlace } from './action-place'

/** What a destination lacks, by its kind. */
const LACKS: { readonly [type: string]: string } = {
  url: 'needs_address',
  web: 'needs_https',
  screen: 'no_screen',
  form: 'no_form',
  service_process: 'needs_code',
  qualify_service: 'needs_code',
  grouping_active: 'needs_code',
}

/** Those that lead nowhere in the console: what they do is the reader's application's own. */
const PLACELESS = ['back', 'logout', 'force_logout', 'divider', 'custom']

/**
 * A notification that leads somewhere leads to something: an address, a page of the console, a general form that can be
 * filled in, a code.
 * @throws {AppError} VALIDATION at `action_data`
 */
export async function assertLeads(
  context: HookContext,
  { action_type = null, action_data = null }: JsonObject,
): Promise<void> {
  if (action_type === null || action_data === null || PLACELESS.includes(String(action_type))) return
  const place = actionPlace({ action_type, action_data })
  if (place === null || !(await isThere(context, String(action_type), String(action_data).trim(), place)))
    throw wrong('action_data', `notifications.${LACKS[String(action_type)] ?? 'needs_address'}`)
}

async function isThere({ tx, hasPage }: HookContext, type: string, data: string, place: string): Promise<boolean> {
  const code = /^\d{1,10}$/.test(data) ? Number(data) : null
  if (type === 'screen') return hasPage(place)
  if (type === 'service_process' || type === 'qualify_service' || type === 'grouping_active') return isCountedId(code)
  if (type !== 'form') return true
  const form =
    isCountedId(code) &&
    (await tables(tx)
      .selectFrom('forms')
      .select('id')
      .where('id', '=', code)
      .where('target', '=', '7')
      .where('state', '=', '1')
      .where('published', 'is not', null)
      .where('date_deleted', 'is', null)
      .executeTakeFirst())
  return Boolean(form)
}
