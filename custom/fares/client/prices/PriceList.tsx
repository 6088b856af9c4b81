import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { ChoiceSelect, useSay } from '#engine/ui'
import { readAmount } from './amount'
import type { CellLook } from './GridRow'
import { at } from './range'
import { entryAt, pairName, type PriceSheet } from './sheet-state'
import { entryText } from './table-text'
import { useCellLook } from './use-cell-look'
import type { Commands } from './use-commands'

/** The sheet for a phone: the prices from one zone, one below the other. */
export function PriceList({ sheet, commands }: { sheet: PriceSheet; commands: Commands }) {
  const say = useSay()
  const lookOf = useCellLook(sheet)
  const { row } = sheet.range.anchor
  const size = sheet.zones.length
  const origins = sheet.zones.map(({ name }, place) => ({ value: String(place), label: name }))
  return (
    <Box>
      <ChoiceSelect
        source="origin"
        label={say('prices.from')}
        value={String(row)}
        options={origins}
        required
        disabled={false}
        onChange={(value) => commands.select(at(Number(value), 0))}
      />
      <List dense aria-label={say('prices.list')} sx={{ pt: 1 }}>
        {sheet.zones.map(({ id, name }, column) => (
          <ListItem key={id} disableGutters sx={{ gap: 1, borderBottom: 1, borderColor: 'divider', py: 0.75 }}>
            <ListItemText
              primary={name}
              secondary={lookOf(row, column).hint}
              slotProps={{ secondary: { color: lookOf(row, column).wrong ? 'error' : 'text.secondary' } }}
              sx={{ my: 0, minWidth: 0, overflowWrap: 'anywhere' }}
            />
            <PriceBox
              key={`${row}-${column}`}
              look={lookOf(row, column)}
              label={pairName(sheet, { row, column })}
              commands={commands}
              text={entryText(entryAt(sheet, row * size + column), commands.style)}
              place={row * size + column}
            />
          </ListItem>
        ))}
      </List>
    </Box>
  )
}

/** One price; its text stays as it is typed until the box is left. */
function PriceBox({
  look,
  label,
  text,
  place,
  commands,
}: {
  look: CellLook
  label: string
  text: string
  place: number
  commands: Commands
}) {
  const say = useSay()
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <OutlinedInput
      size="small"
      value={typing ?? (look.wrong ? text : look.text)}
      placeholder={say('prices.by_distance_short')}
      disabled={commands.field === null}
      error={look.wrong}
      // Focus swaps in the text to be edited, selected so that typing replaces it.
      onFocus={({ target }) => {
        setTyping(text)
        requestAnimationFrame(() => target.select())
      }}
      onChange={({ target: { value } }) => {
        setTyping(value)
        if (commands.field) commands.set(place, readAmount(value, commands.field, commands.style))
      }}
      onBlur={() => setTyping(null)}
      sx={{ width: 128, flex: 'none', ...(look.names.includes('changed') ? { fontWeight: 600 } : {}) }}
      slotProps={{
        input: {
          inputMode: 'decimal',
          'aria-label': label,
          style: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  )
}
