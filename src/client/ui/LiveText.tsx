import { styled } from '@mui/material/styles'

/** Told to screen readers when it changes, and not seen. */
export const LiveText = ({ text }: { text: string }) => (
  <Hidden role="status" aria-live="polite">
    {text}
  </Hidden>
)

const Hidden = styled('p')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
})
