import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { Icon, useSay } from '#engine/ui'
import type { Exit } from '../flow/exits'
import type { StepRow } from '../flow/flow-data'
import { StepHandle, useFarOff } from './step-handle'
import { useStepWords } from './step-words'

export type StepFacts = {
  readonly step: StepRow
  readonly errors: number
  readonly warnings: number
  /** Its place in the path of the trial. */
  readonly lit: number | null
  /** Name of the step that a jump leads to. */
  readonly jumpsTo: string | null
}
/**
 * What a step's node shows. The object stays the same while nothing of it changes, so that the node is not drawn again.
 */
export type StepData = StepFacts & { readonly exits: readonly Exit[] }

export type StepNodeType = Node<StepData, 'step'>
type StartNodeType = Node<Record<string, never>, 'start'>
export type FlowNode = StepNodeType | StartNodeType

/** One step as the channel will show it, with a handle beside each of its exits. */
const StepNode = memo(function StepNode({
  data: { step, exits, errors, warnings, lit, jumpsTo },
}: NodeProps<StepNodeType>) {
  const say = useSay()
  const { typeOf, exitTitle, valueOf } = useStepWords()
  const isFar = useFarOff()
  const type = typeOf(step.type)
  const text = step.message_text ?? ''
  const children = exits.filter(({ kind }) => kind === 'child')
  const links = exits.filter(({ kind }) => kind !== 'child')
  return (
    <>
      <StepHandle type="target" id="in" className="in" isFar={isFar} />
      <div className="head">
        <Icon name={type.icon} size={16} />
        <b>{step.name || type.title}</b>
        {lit !== null && <span className="lit">{lit}</span>}
        {errors > 0 && (
          <span
            className="mark error"
            title={say('bots.flow.errors_of', { smart_count: errors })}
          >{`! ${errors}`}</span>
        )}
        {errors === 0 && warnings > 0 && (
          <span
            className="mark warning"
            title={say('bots.flow.warnings_of', { smart_count: warnings })}
          >{`? ${warnings}`}</span>
        )}
      </div>
      {text !== '' && <div className="bubble">{text}</div>}
      {step.type === '4' && step.validation_type && <div className="fact">{valueOf('validation_type', step)}</div>}
      {(step.type === '4' || step.type === '5') && step.variable && <div className="fact">{`{${step.variable}}`}</div>}
      {step.type === '8' && step.action_type && <div className="fact">{valueOf('action_type', step)}</div>}
      {jumpsTo !== null && <div className="fact">{`→ ${jumpsTo}`}</div>}
      {children.map((exit) => (
        <div key={exit.key} className={step.type === '6' ? 'exit condition' : 'exit button'}>
          <span>{exitTitle(exit, step)}</span>
          <StepHandle type="source" id={exit.key} className="child" isFar={isFar} />
        </div>
      ))}
      {links.map((exit) => (
        <div key={exit.key} className={`exit link ${exit.kind}`}>
          <span>{exitTitle(exit, step)}</span>
          <StepHandle type="source" id={exit.key} className={exit.kind} isFar={isFar} />
        </div>
      ))}
    </>
  )
})

/** Node 0: what it leads to is the first step. */
const StartNode = memo(function StartNode() {
  const say = useSay()
  const isFar = useFarOff()
  return (
    <>
      <div className="start">{say('bots.flow.start')}</div>
      <StepHandle type="source" id="first" className="first" isFar={isFar} />
    </>
  )
})

export const NODE_TYPES = { step: StepNode, start: StartNode }
