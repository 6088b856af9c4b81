import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useId, type KeyboardEvent, type ReactNode } from 'react'
import { FieldFrame, type InputProps } from '#engine/ui'

interface MapFieldProps extends Pick<InputProps, 'label' | 'error' | 'help' | 'required' | 'disabled' | 'onBlur'> {
  readonly height: number
  /** Above the map. */
  readonly search?: ReactNode
  /** Null: it is shown elsewhere. */
  readonly map: ReactNode
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Below the map: numbers, buttons. */
  readonly children: ReactNode
}

/** A value edited on a small map, with its other inputs. */
export function MapField({
  label,
  error,
  help,
  required,
  disabled,
  onBlur,
  height,
  search,
  map,
  onKeyDown,
  children,
}: MapFieldProps) {
  const labelId = useId()
  return (
    <FieldFrame labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Box
        role="group"
        aria-labelledby={labelId}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        sx={{ display: 'grid', gap: 1 }}
      >
        {search}
        {map !== null && (
          <Box
            sx={{
              height,
              borderRadius: 1,
              overflow: 'hidden',
              border: 1,
              borderColor: error ? 'error.main' : 'divider',
            }}
          >
            <Suspense fallback={<Skeleton variant="rectangular" height={height} />}>{map}</Suspense>
          </Box>
        )}
        {children}
      </Box>
    </FieldFrame>
  )
}
