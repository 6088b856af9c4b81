import { HIDDEN } from './hidden-text'

/** Read by screen readers when it changes, but invisible. */
export const LiveText = ({ text }: { text: string }) => (
  <p style={HIDDEN} role="status" aria-live="polite">
    {text}
  </p>
)
