import { HIDDEN } from './hidden-text'

/** Told to screen readers when it changes, and not seen. */
export const LiveText = ({ text }: { text: string }) => (
  <p style={HIDDEN} role="status" aria-live="polite">
    {text}
  </p>
)
