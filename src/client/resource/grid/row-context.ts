import { useCallback, useMemo } from 'react'
import type { RuleContext } from '../../../model/rules/rule'
import { useConsole } from '../../console/console'
import { useStoredRecord } from '../form/far-values'
import { gridRowsOf, type GridRow } from '../../provider/grid-rows'

/** The context in which the rules of a row's fields are read. */
export function useRowRules(): (row: GridRow) => RuleContext {
  const { actor, config } = useConsole()
  return useCallback((record) => ({ record, user: actor.facts, setting: config, now_ms: Date.now() }), [actor, config])
}

/** @param source of the list whose rows they are, to which the stored ones belong as well (see `StoredRecord`) */
export function useRowContext(row: GridRow, source?: string): RuleContext {
  const contextOf = useRowRules()
  const stored = useStoredRecord()
  return useMemo(() => {
    const before =
      source === undefined
        ? undefined
        : gridRowsOf(stored?.[source.split('.').at(-1) ?? source]).find(
            ({ id }) => id !== undefined && id === row['id'],
          )
    return { ...contextOf(row), ...(before && { before }) }
  }, [contextOf, row, source, stored])
}
