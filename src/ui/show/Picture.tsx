import BrokenIcon from '@mui/icons-material/BrokenImageOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useSay } from './style'

/**
 * A picture in a square of its own size, filled or fitted; an icon instead where there is none or it cannot be loaded.
 */
export function Picture({
  source,
  name,
  size,
  fit = 'cover',
}: {
  readonly source: string | null
  readonly name: string
  readonly size: number
  readonly fit?: 'cover' | 'contain'
}) {
  const say = useSay()
  const [failed, setFailed] = useState<string | null>(null)
  const isBroken = source !== null && failed === source
  return (
    <Box
      component="span"
      sx={{
        width: size,
        height: size,
        flex: 'none',
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        overflow: 'hidden',
        borderRadius: size > 40 ? 1 : 0.75,
        bgcolor: 'action.hover',
        color: 'text.disabled',
        verticalAlign: 'middle',
      }}
    >
      {source !== null && !isBroken && (
        <img
          src={source}
          alt={name}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(source)}
          style={{ width: '100%', height: '100%', objectFit: fit }}
        />
      )}
      {source === null && <ImageIcon aria-hidden sx={{ fontSize: size * 0.5 }} />}
      {isBroken && <BrokenIcon titleAccess={say('field.image_failed')} sx={{ fontSize: size * 0.6 }} />}
    </Box>
  )
}
