import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import {
  choiceFor,
  MATTER_CHOICES,
  type MatterChoice,
  type OpenMatter,
  type OpenMatters,
  type Settling,
} from '../../model/open-matters'
import { KeyLayer } from '../../ui/keys'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'

interface SettleDialogProps {
  readonly open: OpenMatters
  readonly onAnswer: (settling: Settling | null) => void
}

/**
 * Shows what goes on after a record has ended, and asks what becomes of each: for all at once, and for single ones
 * otherwise.
 */
export default function SettleDialog({ open: { items, total, text }, onAnswer }: SettleDialogProps) {
  const say = useSay()
  const id = useId()
  const [settling, setSettling] = useState<Settling>({ of: {}, rest: null })
  const offered = MATTER_CHOICES.filter((choice) => items.some(({ choices }) => choices.includes(choice)))
  const chosen = (matter: OpenMatter): MatterChoice | null =>
    matter.choices.length === 1 ? (matter.choices[0] ?? null) : choiceFor(settling, matter)
  const isAnswered =
    items.every((matter) => chosen(matter) !== null) && (total === items.length || settling.rest !== null)
  const answer = (): void =>
    onAnswer({
      ...settling,
      of: Object.fromEntries(items.flatMap((matter) => [[matter.key, chosen(matter) ?? 'keep']])),
    })
  return (
    <Dialog
      open
      onClose={() => onAnswer(null)}
      maxWidth="sm"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {say('settle.title', { smart_count: total })}
        </DialogTitle>
        <DialogContent sx={{ pb: 1 }}>
          <DialogContentText id={`${id}-text`} variant="body1" sx={{ mb: 2 }}>
            {text ?? say('settle.text')}
          </DialogContentText>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={settling.rest}
            aria-label={say('settle.all')}
            sx={{ mb: 2, flexWrap: 'wrap' }}
            onChange={(_event, rest: MatterChoice | null) => rest !== null && setSettling({ of: {}, rest })}
          >
            {offered.map((choice, index) => (
              <ToggleButton key={choice} value={choice} autoFocus={index === 0}>
                {say(`settle.all_${choice}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map((matter) => (
              <MatterRow
                key={matter.key}
                matter={matter}
                value={chosen(matter)}
                onChoose={(choice) => setSettling(({ of, rest }) => ({ of: { ...of, [matter.key]: choice }, rest }))}
              />
            ))}
          </Box>
          {total > items.length && (
            <Typography variant="body2" sx={{ mt: 1.5 }}>
              {say('settle.more', { smart_count: total - items.length })}
            </Typography>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => onAnswer(null)}>{say('record.back')}</Button>
          <Button variant="contained" color="error" disabled={!isAnswered} onClick={answer}>
            {say('settle.accept')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

interface MatterRowProps {
  readonly matter: OpenMatter
  readonly value: MatterChoice | null
  readonly onChoose: (choice: MatterChoice) => void
}

function MatterRow({ matter: { title, detail, date, path, of, choices }, value, onChoose }: MatterRowProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        {path === null ? (
          <Typography variant="body1">{title}</Typography>
        ) : (
          <Link href={path} target="_blank" rel="noopener" variant="body1">
            {title}
          </Link>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[of, date && dateTimeText(date, zone), detail].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {choices.length === 1 ? (
        <Typography variant="body2">{say(`settle.${choices[0]}`)}</Typography>
      ) : (
        <TextField
          select
          size="small"
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value as MatterChoice)}
          sx={{ width: 170 }}
          slotProps={{ htmlInput: { 'aria-label': title } }}
        >
          {choices.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {say(`settle.${choice}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}
