import { Handle, Position, type ReactFlowState, useNodeId, useStore } from '@xyflow/react'

// Below this zoom nothing can be read: steps and lines are drawn without their words.
const FAR = 0.3

const isFarOff = ({ transform: [, , zoom] }: ReactFlowState): boolean => zoom < FAR

/** Whether the drawing is too small to be read. */
export const useFarOff = (): boolean => useStore(isFarOff)

interface StepHandleProps {
  readonly type: 'source' | 'target'
  readonly id: string
  readonly className: string
  /** Nobody can take hold of it: the drawing is small. */
  readonly isFar: boolean
}

/**
 * Where lines begin or end. Each handle of the library listens to every movement of a step, which with the thousands of
 * a large flow is most of the work; where they cannot be seen, something in the same place is enough for the lines.
 */
export function StepHandle({ type, id, className, isFar }: StepHandleProps) {
  const node = useNodeId()
  const position = type === 'source' ? Position.Right : Position.Left
  if (!isFar) return <Handle type={type} position={position} id={id} className={className} />
  return (
    <div
      className={`react-flow__handle react-flow__handle-${position} ${className} ${type}`}
      data-handleid={id}
      data-nodeid={node}
      data-handlepos={position}
    />
  )
}
