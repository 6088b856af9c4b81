import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Suspense, useId, useState } from 'react'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import { areaError, askedArea, readAskedArea } from '../../../model/values/asked-area'
import { isRing } from '../../../model/values/ring-json'
import { KeyLayer } from '../../../ui/keys'
import { RingText } from '../../../ui/inputs/RingText'
import { useSay } from '../../../ui/show/style'
import { useConsole } from '../../console/console'
import type { AreaFilterProps } from '../../feature'

/** Where an area is drawn: the map of the feature that has maps; without one its corners are typed. */
export default function AreaDialog(props: AreaFilterProps) {
  const { features } = useConsole()
  const Drawn = features.find(({ filters }) => filters?.area)?.filters?.area
  return Drawn ? (
    <Suspense>
      <Drawn {...props} />
    </Suspense>
  ) : (
    <TypedArea {...props} />
  )
}

function TypedArea({ label, value, onChange, onClose }: AreaFilterProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState<Json>(() => {
    const read = readAskedArea(isObject(value) ? (value.area ?? null) : null)
    return 'ring' in read ? read.ring.map(({ lat, lng }): JsonObject => ({ lat, lng })) : null
  })
  const error = isRing(typed) ? areaError(typed) : { key: 'polygon' }
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id}>{label}</DialogTitle>
        <DialogContent>
          <RingText
            source="area"
            label={label}
            value={typed}
            onChange={setTyped}
            required={false}
            disabled={false}
            autoFocus
            error={typed !== null && error ? say(`validation.${error.key}`, error.params) : undefined}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {say('ra.action.cancel')}
          </Button>
          <Button
            variant="contained"
            disabled={error !== null}
            onClick={() => {
              if (isRing(typed)) onChange(askedArea(typed))
              onClose()
            }}
          >
            {say('filter.apply')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
