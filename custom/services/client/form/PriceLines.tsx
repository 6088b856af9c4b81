import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useId, useState } from 'react'
import { useSay } from '#engine/ui'
import { FareLines } from '../../../fares/client'
import { sumOf } from '../../../fares/model'
import { useService } from './service-context'

/**
 * Why the chosen product costs what it costs, line by line, on demand; for whom the lines are not, there is nothing.
 */
export function PriceLines() {
  const say = useSay()
  const id = useId()
  const [open, setOpen] = useState(false)
  const {
    priced: { product, isAgreed },
    draft: { price },
  } = useService()
  // A price that was agreed, or typed, is another one than these lines add up to.
  if (!product || isAgreed || price !== null || product.fare.lines.length === 0) return null
  const { lines, currency, exponent, id_tarif } = product.fare
  return (
    <Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ mx: -0.75 }}
        endIcon={<ExpandMore sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
      >
        {say('services.form.price.breakdown')}
      </Button>
      <Box id={id} hidden={!open} sx={{ mx: -1 }}>
        {open && (
          <Suspense>
            <FareLines
              fare={{ lines, currency, exponent, total: sumOf(lines) }}
              id_tarif={id_tarif}
              here={{ resource: 'dispatcher', id: 0 }}
            />
          </Suspense>
        )}
      </Box>
    </Box>
  )
}
