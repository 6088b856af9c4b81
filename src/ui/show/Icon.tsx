import Box from '@mui/material/Box'
import CircleOutlined from '@mui/icons-material/CircleOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { createElement, useSyncExternalStore } from 'react'

type Icons = { readonly [name: string]: typeof SvgIcon | undefined }

let icons: Icons | null = null
const waiting = new Set<() => void>()

/** Fetches the icons once; called at the start, so that they load in parallel with the first data. */
export async function loadIcons(): Promise<void> {
  icons ??= await import('./icons')
  for (const shown of waiting) shown()
  waiting.clear()
}

const subscribe = (shown: () => void): (() => void) => {
  if (!icons) waiting.add(shown)
  return () => void waiting.delete(shown)
}

/**
 * An icon named by metadata, purely decorative. An unknown name shows a plain circle; its space is kept while icons
 * load.
 */
export function Icon({ name, size = 20 }: { name: string | null | undefined; size?: number }) {
  const held = useSyncExternalStore(subscribe, () => icons)
  if (!held) return <Box aria-hidden sx={{ width: size, height: size, flexShrink: 0 }} />
  return createElement((name && held[name]) || CircleOutlined, {
    'aria-hidden': true,
    sx: { fontSize: size, flexShrink: 0 },
  })
}
