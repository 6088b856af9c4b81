import MapIcon from '@mui/icons-material/MapOutlined'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { viewOf } from '../../../fields/view'
import type { FilterProps } from '../../../ui/field-view'
import { FieldFrame } from '../../../ui/inputs/FieldFrame'
import { useSay } from '../../../ui/show/style'
import AreaDialog from './AreaDialog'

/** The filter among others: what it is set to, on a button that opens its map. */
export default function AreaFilter({ field, label, value, onChange }: FilterProps) {
  const say = useSay()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { FilterText } = viewOf(field.type)
  return (
    <FieldFrame labelId={id} label={label} required={false} disabled={false}>
      <Button
        id={`${id}-open`}
        aria-labelledby={`${id} ${id}-open`}
        aria-haspopup="dialog"
        fullWidth
        variant="outlined"
        color="inherit"
        startIcon={<MapIcon />}
        onClick={() => setOpen(true)}
        sx={BUTTON}
      >
        {value === null || !FilterText ? say('filter.area_draw') : <FilterText field={field} value={value} />}
      </Button>
      {value !== null && (
        <Button size="small" onClick={() => onChange(null)} aria-label={say('list.filter_remove', { name: label })}>
          {say('filter.area_remove')}
        </Button>
      )}
      {isOpen && <AreaDialog label={label} value={value} onChange={onChange} onClose={() => setOpen(false)} />}
    </FieldFrame>
  )
}

const BUTTON = { justifyContent: 'flex-start', borderColor: 'divider', fontWeight: 400, minHeight: 40 } as const
