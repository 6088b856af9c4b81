import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import type { PresentPerson } from '../../../model/presence'
import { PersonMark } from '../people/PersonMark'

const MAX_MARKS = 3

/** Marks of the others who have a record open, and one sentence: "Ana Ruiz lo está editando · 2 más lo ven". */
export function People({ people }: { people: readonly PresentPerson[] }) {
  const translate = useTranslate()
  const sayOf = (mode: PresentPerson['mode'], isFirst: boolean): string | null => {
    const all = people.filter((person) => person.mode === mode)
    const [first] = all
    if (!first) return null
    if (!isFirst) return translate(`presence.also_${mode}`, { smart_count: all.length })
    const name = first.name ?? translate('presence.somebody')
    return all.length === 1
      ? translate(`presence.one_${mode}`, { name })
      : translate(`presence.many_${mode}`, { name, smart_count: all.length - 1 })
  }
  const editing = sayOf('edit', true)
  const text = [editing, sayOf('see', editing === null)].filter(Boolean).join(' · ')
  if (text === '') return null
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0, fontSize: 13, color: 'text.secondary' }}>
      <Stack direction="row" aria-hidden sx={{ '& > * + *': { marginInlineStart: -0.75 } }}>
        {people.slice(0, MAX_MARKS).map(({ id, name, mode }, at) => (
          <Box
            key={id ?? `unnamed-${at}`}
            component="span"
            sx={{
              borderRadius: '50%',
              border: 2,
              borderColor: mode === 'edit' ? 'warning.main' : 'background.paper',
              lineHeight: 0,
            }}
          >
            <PersonMark name={name ?? '?'} size={22} />
          </Box>
        ))}
      </Stack>
      <span>{text}</span>
    </Stack>
  )
}
