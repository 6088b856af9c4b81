import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import { choiceKeys } from '../../model/field-words'
import { stateOf, type Lock } from '../../model/flow'
import type { Json } from '../../model/json'
import { choices } from '../../model/rules/choices'
import { useScope } from './scope'

/** What the state of a record locks, and what people call that state. */
interface RecordLock extends Lock {
  readonly state: string
}

/** The lock of a record by its flow; null: everything may be done to it. */
export function useLockOf(): (record: { readonly [field: string]: Json | undefined }) => RecordLock | null {
  const { entity } = useScope()
  const translate = useTranslate()
  return useCallback(
    (record) => {
      const { flow } = entity
      const state = flow && record['id'] !== undefined && record['id'] !== null ? stateOf(flow, record) : null
      const lock = flow && state !== null ? flow.locked[state] : undefined
      const field = flow && entity.fields[flow.field ?? '']
      if (!lock || !field || state === null) return null
      const title = choices(field).find(({ value }) => value === state)?.title ?? state
      const said = choiceKeys(field, state)
        .map((key) => translate(key, { _: '' }))
        .find((word) => word !== '')
      return { ...lock, state: said ?? title }
    },
    [entity, translate],
  )
}
