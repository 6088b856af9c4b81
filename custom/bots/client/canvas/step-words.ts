import { useMemo } from 'react'
import { useConsole } from '#engine/client'
import { choices } from '#engine/model'
import { useSay } from '#engine/ui'
import type { Exit } from '../flow/exits'
import type { ChildRow, StepRow } from '../flow/flow-data'

export interface Titled {
  readonly value: string
  readonly title: string
  readonly icon: string | undefined
}

export interface StepWords {
  readonly types: readonly Titled[]
  readonly typeOf: (type: string) => Titled
  /** The title of the value that a choice of a step has. */
  readonly valueOf: (field: 'validation_type' | 'action_type', step: StepRow) => string
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
    const titlesOf = (entity: string, field: string): readonly Titled[] => {
      const known = model.entities[entity]?.fields[field]
      return (known ? choices(known) : []).map(({ value, title, icon }) => ({
        value,
        icon,
        title: say(`entities.${entity}.values.${field}.${value}`, { _: title }),
      }))
    }
    const types = titlesOf('bot_steps', 'type')
    const operators = titlesOf('bot_step_childs', 'condition_operator')
    const named = new Map(['validation_type', 'action_type'].map((field) => [field, titlesOf('bot_steps', field)]))
    const typeOf = (type: string): Titled =>
      types.find(({ value }) => value === type) ?? { value: type, title: type, icon: undefined }
    const condition = (child: ChildRow): string =>
      [
        child.condition_source ?? '?',
        operators.find(({ value }) => value === (child.condition_operator ?? 'eq'))?.title ?? '',
        child.condition_target ?? '',
      ]
        .join(' ')
        .trim()
    return {
      types,
      typeOf,
      valueOf: (field, step) =>
        named.get(field)?.find(({ value }) => value === step[field])?.title ?? step[field] ?? '',
      exitTitle: (exit, step) => {
        if (exit.kind !== 'child') return say(`bots.flow.exits.${exit.kind}`)
        const child = step.childs.find(({ id }) => `child:${id}` === exit.key)
        if (!child) return ''
        return child.title || (step.type === '6' ? condition(child) : say('bots.flow.untitled'))
      },
      nameOf: (step) => {
        if (step.name) return step.name
        const text = step.message_text ?? ''
        return text === ''
          ? typeOf(step.type).title
          : `${typeOf(step.type).title}: ${text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text}`
      },
    }
  }, [say, model])
}
