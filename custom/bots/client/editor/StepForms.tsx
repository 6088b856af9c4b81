import Box from '@mui/material/Box'
import type { FlowIds } from '../flow/flow-ids'
import type { FlowState } from '../flow/flow-store'
import { StepOnItsWay, StepPanel } from '../panel/StepPanel'
import type { useStepForm } from './use-step-form'

interface StepFormsProps {
  readonly form: ReturnType<typeof useStepForm>
  readonly ids: FlowIds
  readonly own: FlowState['own']
}

/** The form of the opened step; below it, out of sight, the one that a new step was dropped from. */
export function StepForms({ form: { forms, saved, close, onAsk }, ids, own }: StepFormsProps) {
  return forms.map((one, at) => {
    const server = one.id === null ? null : ids.steps.server(one.id)
    const shared = { onSaved: saved, onClose: close, onAsk: (ask: Parameters<typeof onAsk>[1]) => onAsk(one.id, ask) }
    return (
      <Box key={one.id ?? JSON.stringify(one.prefill)} hidden={at < forms.length - 1}>
        {one.id === null ? (
          <StepPanel id={null} prefill={one.prefill} {...shared} />
        ) : server === null ? (
          <StepOnItsWay />
        ) : (
          <StepPanel id={server} drawn={own.get(one.id)} {...shared} />
        )}
      </Box>
    )
  })
}
