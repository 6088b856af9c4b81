import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Badge, useSay } from '#engine/ui'
import { useStepWords } from '../canvas/step-words'
import type { Problems } from '../editor/use-problems'
import type { FlowData } from '../flow/flow-data'

interface ProblemListProps {
  readonly problems: Problems
  readonly flow: FlowData
  readonly onOpen: (step: number) => void
}

/** What is wrong with the flow, each line leading to its step. */
export function ProblemList({ problems, flow, onOpen }: ProblemListProps) {
  const say = useSay()
  const { nameOf } = useStepWords()
  if (problems.all.length === 0)
    return (
      <Box sx={{ p: 2, color: 'text.secondary' }}>
        {say(flow.steps.size === 0 ? 'bots.flow.empty' : 'bots.flow.no_problems')}
      </Box>
    )
  return (
    <>
      <Box sx={{ px: 2, pt: 1.5, fontSize: 13 }}>
        {problems.grave > 0
          ? say('bots.flow.refuses', { smart_count: problems.grave })
          : say('bots.flow.only_warnings')}
      </Box>
      <Box component="ul" aria-label={say('bots.flow.problems')} sx={{ listStyle: 'none', m: 0, p: 1 }}>
        {problems.all.map((problem, at) => {
          const step = problem.step === undefined ? undefined : flow.steps.get(problem.step)
          return (
            // The same sentence may stand twice; its place tells it apart.
            <Box component="li" key={`${at}.${problem.code}`} sx={{ borderBottom: 1, borderColor: 'divider' }}>
              <Button
                color="inherit"
                fullWidth
                disabled={!step}
                onClick={() => step && onOpen(step.id)}
                sx={{
                  justifyContent: 'flex-start',
                  textAlign: 'start',
                  gap: 1,
                  fontWeight: 400,
                  color: 'text.primary',
                  '&.Mui-disabled': { color: 'text.primary' },
                }}
              >
                <Badge color={problem.grave ? 'error' : 'warning'}>
                  {say(problem.grave ? 'bots.flow.error' : 'bots.flow.warning')}
                </Badge>
                <span>
                  {step && <b>{nameOf(step)}: </b>}
                  {problem.text}
                </span>
              </Button>
            </Box>
          )
        })}
      </Box>
    </>
  )
}
