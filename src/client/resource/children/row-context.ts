import { useCallback, useMemo } from 'react'
import type { RuleContext } from '../../../model/rules/rule'
import { useConsole } from '../../app/console'
import type { GridRow } from './rows'

/** The context in which the rules of a row's fields are read. */
export function useRowRules(): (row: GridRow) => RuleContext {
  const { actor, config } = useConsole()
  return useCallback((record) => ({ record, user: actor.facts, setting: config, now_ms: Date.now() }), [actor, config])
}

export function useRowContext(row: GridRow): RuleContext {
  const contextOf = useRowRules()
  return useMemo(() => contextOf(row), [contextOf, row])
}
