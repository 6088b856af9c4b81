import Box from '@mui/material/Box'
import { TextBox, useSay } from '#engine/ui'
import { useService } from './service-context'
import type { DraftStop } from './stops'

interface StopExtrasProps {
  readonly stop: DraftStop
  readonly index: number
  readonly contacts: boolean
  readonly onChange: (change: Partial<DraftStop>) => void
}

const CONTACT = [
  { name: 'contact_name', most: 100, mode: undefined }, { name: 'contact_phone', most: 30, mode: 'tel' }, { name: 'contact_email', most: 255, mode: 'email' },
] as const

/** What is to be known at a stop: notes, and whom to call where the product allows it. */
export function StopExtras({ stop, index, contacts, onChange }: StopExtrasProps) {
  const say = useSay()
  const { errors, isOpen } = useService()
  const box = (name: 'notes' | (typeof CONTACT)[number]['name'], most: number, mode?: 'tel' | 'email') => (
    <TextBox
      key={name} source={`stops.${index}.${name}`} label={say(`services.form.stops.${name}`)} maxLength={most} inputMode={mode}
      required={false} disabled={!isOpen} error={errors[`stops.${index}.${name}`]} text={stop[name]} onText={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr', '& > :first-of-type, & > :nth-of-type(4)': { gridColumn: '1 / -1' } }}>
      {box('notes', 500)}
      {contacts && CONTACT.map(({ name, most, mode }) => box(name, most, mode))}
    </Box>
  )
}
