import type { JsonObject } from '../../../model/json'
import type { LayoutKind } from '../../../model/layout'
import type { Resource } from '../../../model/resource'
import { success } from '../../platform/answers/envelope'
import { calendar } from '../../records/read/calendar'
import type { RecordContext } from '../../records/record-context'
import { saveRows } from '../../records/save-rows'

type Answer = (context: RecordContext, input: JsonObject) => Promise<object>

/** The calls behind the layouts of lists. */
export const LAYOUT_CALLS: { readonly [path: string]: { readonly [method: string]: Answer } } = {
  calendar: { GET: async (context, query) => success(await calendar(context, query)) },
  saveRows: { POST: async (context, input) => success(await saveRows(context, input)) },
}

/** Calls that only a catalogue with that layout has; in others a record may be called so. */
const NEEDS: { readonly [path: string]: LayoutKind } = { calendar: 'calendar' }

/** Whether a catalogue has a layout's call; null: the call needs none. */
export function isLayoutCall({ list }: Resource, path: string): boolean | null {
  const needed = Object.hasOwn(NEEDS, path) ? NEEDS[path] : undefined
  return needed === undefined ? null : list.layouts.some(({ kind }) => kind === needed)
}
