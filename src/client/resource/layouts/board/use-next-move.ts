import { useCallback } from 'react'
import type { JsonObject } from '../../../../model/json'
import type { Action } from '../../../../model/resource'
import { holds } from '../../../../model/rules/holds'
import { afterSettings } from '../../actions/after-settings'
import { isDangerous, isOffered, isOpen } from '../../actions/entries'
import { useScope } from '../../scope'

/** The move that leads a record on from its state, where it may be made now; none that loses something. */
export function useNextMove(): (record: JsonObject) => Action | null {
  const { resource, entity, mayAct, contextOf } = useScope()
  return useCallback(
    (record) =>
      resource.actions.find((action) => {
        if (!action.move || !action.on.includes('row') || isDangerous(action) || !isOpen(action, mayAct)) return false
        if (!isOffered(entity.flow, action.id, record)) return false
        const when = action.when ? afterSettings(action.when, contextOf(record)) : null
        return when === null || (when !== 'off' && holds(when, contextOf(record)))
      }) ?? null,
    [resource, entity, mayAct, contextOf],
  )
}
