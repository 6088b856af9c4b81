import { useMemo } from 'react'
import { fieldTypes } from '../../fields/data'
import type { Json } from '../../model/json'
import { askedEntity } from '../../model/forms/asked-entity'
import type { FormField } from '../../model/forms/form'
import { isUnfinished } from '../../model/rules/rule-draft'
import { useSay } from '../../ui/show/style'
import { EntityScope } from '../resource/scope'
import { ConditionFields } from './ConditionBox'
import { ConditionWordsContext } from './condition-words'

export interface AnswersConditionProps {
  /** The fields of the form that it may look at, in their order. */
  readonly fields: readonly FormField[]
  readonly source: string
  readonly label: string
  readonly value: Json
  readonly disabled: boolean
  readonly error: string | undefined
  readonly onChange: (value: Json) => void
}

const WORDS = { none: 'condition.always', gone: 'condition.answer_gone' }

/**
 * When a field of a form is asked, put together from the fields before it, in words; within the scope of a catalogue.
 */
export function AnswersCondition({ fields, value, error, ...shared }: AnswersConditionProps) {
  const say = useSay()
  const key = JSON.stringify(fields)
  const entity = useMemo(() => askedEntity(JSON.parse(key) as FormField[], fieldTypes), [key])
  // While it is put together it says what is lacking, not how a program refuses it.
  const isOpen = isUnfinished(value)
  return (
    <EntityScope entity={entity}>
      <ConditionWordsContext.Provider value={WORDS}>
        <ConditionFields
          {...shared}
          value={value}
          error={isOpen ? undefined : error}
          isRefused={error !== undefined && !isOpen}
          help={isOpen ? say('condition.open') : undefined}
        />
      </ConditionWordsContext.Provider>
    </EntityScope>
  )
}
