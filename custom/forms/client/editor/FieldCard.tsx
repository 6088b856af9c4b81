import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import type { GridOrder } from '#engine/client'
import { Badge, useSay } from '#engine/ui'
import { FieldDetails } from './FieldDetails'
import type { EditorField } from './form-draft'

export interface FieldCardProps {
  readonly at: number
  readonly field: EditorField
  readonly above: readonly EditorField[]
  readonly count: number
  readonly isOpen: boolean
  readonly order: GridOrder
  readonly addsFields: boolean
  readonly disabled: boolean
  readonly errors: { readonly [column: string]: string | undefined }
  readonly onOpen: () => void
  readonly onPut: (part: Partial<EditorField>) => void
  readonly onNext: () => void
  readonly onRemove: () => void
}

/** One field of a form, closed to a line or open to be edited; it moves by its grip, dragged or with the arrow keys. */
export function FieldCard(props: FieldCardProps) {
  const { at, field, count, isOpen, order, disabled, errors, onOpen } = props
  const say = useSay()
  const [first] = Object.values(errors)
  const label = field.label || say('forms.unlabelled')
  return (
    <Paper
      component="li"
      variant="outlined"
      {...order.target(at)}
      sx={{
        minWidth: 0,
        opacity: order.dragged === at ? 0.5 : field.state === '1' ? 1 : 0.7,
        ...(first !== undefined && { borderColor: 'error.main' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, p: 0.5 }}>
        {!disabled && (
          <IconButton
            size="small"
            {...order.handle(at)}
            aria-label={say('forms.move', { label, at: at + 1, count })}
            sx={{ cursor: 'grab' }}
          >
            <DragIndicatorIcon fontSize="small" />
          </IconButton>
        )}
        <Button
          color="inherit"
          onClick={onOpen}
          aria-expanded={isOpen}
          sx={{
            flex: 1,
            minWidth: 0,
            justifyContent: 'flex-start',
            gap: 1,
            textAlign: 'start',
            textTransform: 'none',
            fontWeight: field.type === 'section' ? 700 : 500,
          }}
        >
          <Box
            component="span"
            sx={{ minWidth: 0, overflowWrap: 'anywhere', color: field.label ? undefined : 'text.secondary' }}
          >
            {label}
            {field.required && (
              <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
                {' '}
                *
              </Box>
            )}
          </Box>
          <Box
            component="span"
            sx={{ marginInlineStart: 'auto', display: 'flex', gap: 0.5, alignItems: 'center', flexShrink: 0 }}
          >
            {field.condition !== null && <Badge>{say('forms.conditional')}</Badge>}
            {field.root && <Badge>{say('forms.root')}</Badge>}
            {field.state !== '1' && <Badge>{say('forms.off')}</Badge>}
            <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {say(`entities.form_fields.values.type.${field.type}`)}
            </Box>
            <ExpandMoreIcon aria-hidden fontSize="small" sx={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />
          </Box>
        </Button>
      </Box>
      {first !== undefined && !isOpen && (
        <Box sx={{ px: 1.5, pb: 1, fontSize: 12.5, color: 'error.main' }}>{first}</Box>
      )}
      {isOpen && <FieldDetails {...props} />}
    </Paper>
  )
}
