import { useMemo } from 'react'
import { useConsole } from '#engine/client'
import { choices } from '#engine/model'
import { useSay } from '#engine/ui'
import type { Exit } from '../flow/exits'
import type { StepRow } from '../flow/flow-data'

export interface StepType { readonly value: string; readonly title: string; readonly icon: string | undefined }

export interface StepWords {
  readonly types: readonly StepType[]
  readonly typeOf: (type: string) => StepType
  /** The title of the value that a choice of a step has. */
  readonly valueOf: (field: string, row: Pick<StepRow, string>) => string
  /** What a step says, in one text. */
  readonly bodyOf: (step: StepRow) => string
  /** A button's title, a condition as a sentence, or the name of a link. */
  readonly exitTitle: (exit: Exit, step: StepRow) => string
  /** A step in a list or a sentence: its name, else its type and the beginning of what it says. */
  readonly nameOf: (step: StepRow) => string
}

const MAX_NAME = 40

/** Words about steps, their types and values from the metadata. */
export function useStepWords(): StepWords {
  const say = useSay()
  const { model } = useConsole()
  return useMemo(() => {
    const titlesOf = (entity: string, field: string): readonly StepType[] => {
      const known = model.entities[entity]?.fields[field]
      return (known ? choices(known) : []).map(({ value, title, icon }) => ({ value, icon, title: say(`entities.${entity}.values.${field}.${value}`, { _: title }) }))
    }
    const types = titlesOf('bot_steps', 'type')
    const operators = titlesOf('bot_step_childs', 'condition_operator')
    const named = new Map(['validation_type', 'action_type'].map((field) => [field, titlesOf('bot_steps', field)]))
    const typeOf = (type: string): StepType => types.find(({ value }) => value === type) ?? { value: type, title: type, icon: undefined }
    const bodyOf = (step: StepRow): string => String(step['message_text'] ?? '')
    const condition = (child: StepRow['childs'][number]): string => [
      String(child['condition_source'] ?? '?'), operators.find(({ value }) => value === (child['condition_operator'] ?? 'eq'))?.title ?? '', String(child['condition_target'] ?? ''),
    ].join(' ').trim()
    return {
      types, typeOf, bodyOf,
      valueOf: (field, row) => named.get(field)?.find(({ value }) => value === row[field])?.title ?? String(row[field] ?? ''),
      exitTitle: (exit, step) => {
        if (exit.kind !== 'child') return say(`bots.flow.exits.${exit.kind}`)
        const child = step.childs.find(({ id }) => `child:${id}` === exit.key)
        return step.type === '6' && child ? (child['title'] ? String(child['title']) : condition(child)) : exit.title || say('bots.flow.untitled')
      },
      nameOf: (step) => {
        if (step.name !== '') return step.name
        const text = bodyOf(step)
        return text === '' ? typeOf(step.type).title : `${typeOf(step.type).title}: ${text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text}`
      },
    }
  }, [say, model])
}
