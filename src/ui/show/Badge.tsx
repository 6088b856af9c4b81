import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './Icon'

/** The names a metadata file may use instead of a colour. */
const TONES = ['success', 'error', 'warning', 'info', 'primary', 'secondary'] as const
type Tone = (typeof TONES)[number]

interface BadgeProps {
  /** A tone's name or a colour `#rrggbb`; absent: neutral. */
  readonly color?: string
  /** Name of an icon instead of the dot. */
  readonly icon?: string
  /** A turning ring instead of either. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/**
 * A state as a word next to a coloured dot: the word keeps the text's contrast, and the colour is never the only sign.
 */
export const Badge = ({ color, icon, busy = false, children }: BadgeProps) => (
  <Pill className="pill" ownerColor={color}>
    {busy ? (
      <span className="ring" aria-hidden />
    ) : icon ? (
      <span className="icon">
        <Icon name={icon} size={15} />
      </span>
    ) : (
      <span className="dot" aria-hidden />
    )}
    <span className="word">{children}</span>
  </Pill>
)

const isTone = (color: string): color is Tone => (TONES as readonly string[]).includes(color)

const Pill = styled('span', { shouldForwardProp: (prop) => prop !== 'ownerColor' })<{ ownerColor?: string }>(
  ({ theme, ownerColor }) => {
    const tone = !ownerColor
      ? theme.palette.text.disabled
      : isTone(ownerColor)
        ? theme.palette[ownerColor].main
        : ownerColor
    return {
      display: 'inline-flex',
      verticalAlign: 'middle',
      alignItems: 'center',
      gap: 6,
      maxWidth: '100%',
      padding: '0 8px 0 7px',
      height: 22,
      borderRadius: 11,
      fontSize: theme.typography.pxToRem(12.5),
      fontWeight: 500,
      lineHeight: '22px',
      whiteSpace: 'nowrap',
      color: theme.palette.text.primary,
      backgroundColor: `color-mix(in srgb, ${tone} ${theme.palette.mode === 'dark' ? 22 : 12}%, transparent)`,
      '& .word': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
      '& .icon': { display: 'inline-flex', flex: 'none', color: tone },
      '& .ring': {
        width: 11,
        height: 11,
        borderRadius: '50%',
        flex: 'none',
        border: `2px solid color-mix(in srgb, ${tone} 30%, transparent)`,
        borderTopColor: tone,
        animation: 'badge-turns 0.9s linear infinite',
      },
      '@keyframes badge-turns': { to: { transform: 'rotate(1turn)' } },
      '& .dot': { width: 7, height: 7, borderRadius: '50%', flex: 'none', backgroundColor: tone },
    }
  },
)
