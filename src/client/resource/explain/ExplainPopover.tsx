import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useMemo } from 'react'
import { type ExplainedLine, type ExplainedSection, explainCall } from '../../../model/explain-call'
import { moneyText } from '../../../model/values/shown-number'
import { AppLink } from '../../../ui/show/AppLink'
import { useDisplayStyle, useSay } from '../../../ui/show/style'
import { useCall } from '../../console/use-call'
import { failureText } from '../../provider/failure'

interface ExplainPopoverProps {
  readonly anchor: HTMLElement
  readonly path: string
  readonly resource: string
  readonly id: number
  readonly field: string
  readonly label: string
  readonly onClose: () => void
}

/** What an amount is made of, by the call that its field names. */
export default function ExplainPopover({ anchor, path, resource, id, field, label, onClose }: ExplainPopoverProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const title = useId()
  const contract = useMemo(() => explainCall(path), [path])
  const { answer, failure, retry } = useCall(contract, { resource, id, field }, { quiet: true })
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': title, 'aria-busy': failure === null && !answer, sx: PAPER },
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="h2" id={title}>
          {label}
        </Typography>
        {answer && (
          <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {moneyText(answer.amount, style)}
          </Typography>
        )}
      </Box>
      {failure === null && !answer && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} height={24} />
          ))}
        </Box>
      )}
      {failure !== null && (
        <Box role="alert" sx={{ display: 'grid', gap: 1, justifyItems: 'start', fontSize: 14 }}>
          {failureText(failure, say)}
          <Button size="small" variant="outlined" onClick={retry}>
            {say('actions.retry')}
          </Button>
        </Box>
      )}
      {answer?.sections.length === 0 && (
        <Typography sx={{ fontSize: 14, color: 'text.secondary' }}>{say('explain.nothing')}</Typography>
      )}
      {answer?.sections.map((section, at) => (
        <Section key={at} section={section} />
      ))}
    </Popover>
  )
}

function Section({ section: { title, lines } }: { readonly section: ExplainedSection }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography component="h3" id={id} sx={{ fontSize: 12.5, fontWeight: 600, color: 'text.secondary', mb: 0.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
        {lines.map((line, at) => (
          <Line key={at} line={line} />
        ))}
      </Box>
    </Box>
  )
}

function Line({ line: { text, note, amount, path, inner, sum } }: { readonly line: ExplainedLine }) {
  const style = useDisplayStyle()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) max-content',
        columnGap: 2,
        fontSize: 13,
        paddingInlineStart: inner ? 2 : 0,
        ...(sum && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 0.5 }),
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {path === undefined ? (
          text
        ) : (
          <AppLink to={path} underline="always">
            {text}
          </AppLink>
        )}
        {note !== undefined && <Box sx={{ color: 'text.secondary', fontSize: 12.5, fontWeight: 400 }}>{note}</Box>}
      </Box>
      {amount !== undefined && (
        <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{moneyText(amount, style)}</Box>
      )}
    </Box>
  )
}

const PAPER = {
  p: 2,
  display: 'grid',
  gap: 1.5,
  width: 420,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'min(560px, calc(100vh - 32px))',
  overflowY: 'auto',
} as const
