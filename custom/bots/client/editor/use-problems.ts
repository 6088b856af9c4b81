import { useMemo } from 'react'
import { useSay } from '#engine/ui'
import { type Channel, checkFlow, type FlowError } from '../../model'
import type { FlowData } from '../flow/flow-data'

interface Problem extends FlowError {
  readonly text: string
}

export interface Problems {
  /** The grave ones first, then as the conversation meets them. */
  readonly all: readonly Problem[]
  readonly grave: number
  readonly byStep: ReadonlyMap<number, { readonly grave: number; readonly light: number }>
}

/** What is wrong with the flow as it is drawn now, saved or not. */
export function useProblems(flow: FlowData, channel: Channel): Problems {
  const say = useSay()
  return useMemo(() => {
    const found = checkFlow({ first: flow.first, steps: [...flow.steps.values()] }, channel)
    const all = found
      .map((one): Problem => ({ ...one, text: sentence(say(`bots.errors.${one.code}`), one.args) }))
      .sort((one, other) => Number(other.grave) - Number(one.grave))
    const byStep = new Map<number, { grave: number; light: number }>()
    for (const { step, grave } of all) {
      if (step === undefined) continue
      const count = byStep.get(step) ?? { grave: 0, light: 0 }
      count[grave ? 'grave' : 'light'] += 1
      byStep.set(step, count)
    }
    return { all, grave: all.filter(({ grave }) => grave).length, byStep }
  }, [flow, channel, say])
}

/** The server's sentences name their values in braces. */
const sentence = (text: string, args: FlowError['args']): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
