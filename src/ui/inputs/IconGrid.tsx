import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { useRef, useState, type KeyboardEvent } from 'react'
import { fold } from '../../model/values/fold'
import { ICON_NAMES } from '../../model/icon-names'
import { Icon } from '../show/Icon'
import { useSay } from '../show/style'

interface IconGridProps {
  readonly value: string | null
  readonly onChoose: (name: string) => void
}

/** All icons, or those whose name has the typed text in it; arrows move among them, Enter takes the first. */
export function IconGrid({ value, onChoose }: IconGridProps) {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const words = (name: string): string => say(`icons.${name}`, { _: name })
  const sought = fold(typed).split(/\s+/).filter(Boolean)
  const found = ICON_NAMES.filter((name) => sought.every((part) => fold(`${words(name)} ${name}`).includes(part)))
  const step = (event: KeyboardEvent): void => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at < 0 ? 0 : at + columns, ArrowUp: at - columns }[
      event.key
    ]
    const target = to === undefined ? undefined : buttons[to]
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return (
    <div>
      <OutlinedInput
        size="small"
        fullWidth
        autoFocus
        placeholder={say('field.icon_search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            if (found[0] !== undefined) onChoose(found[0])
          } else if (event.key === 'ArrowDown') step(event)
        }}
        slotProps={{ input: { 'aria-label': say('field.icon_search') } }}
      />
      <Grid ref={grid} onKeyDown={step} role="group">
        {found.map((name) => (
          <ButtonBase
            key={name}
            aria-label={words(name)}
            title={words(name)}
            aria-pressed={name === value}
            onClick={() => onChoose(name)}
          >
            <Icon name={name} size={22} />
          </ButtonBase>
        ))}
      </Grid>
      {found.length === 0 && <p role="status">{say('field.no_results')}</p>}
    </div>
  )
}

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(40px, 1fr))',
  gap: 2,
  marginTop: 8,
  maxHeight: 288,
  overflowY: 'auto',
  '& button': {
    height: 40,
    borderRadius: theme.shape.borderRadius,
    color: theme.palette.text.secondary,
    '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
    '&[aria-pressed=true]': { backgroundColor: theme.palette.action.selected, color: theme.palette.primary.main },
  },
}))
