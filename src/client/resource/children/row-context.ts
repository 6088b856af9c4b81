import { useMemo } from 'react'
import type { RuleContext } from '../../../model/rule'
import { useConsole } from '../../app/console'
import type { GridRow } from './rows'

/** What the rules of a row's fields are read against. */
export function useRowContext(row: GridRow): RuleContext {
  const { actor, config } = useConsole()
  return useMemo(() => ({ record: row, user: actor.facts, setting: config, now_ms: Date.now() }), [row, actor, config])
}
