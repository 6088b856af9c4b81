import type { EmotionCache } from '@emotion/cache'

let held: EmotionCache | null = null

/** Styles for a page that is read from the right; null: nobody has wanted them here yet. */
export const mirroredStyles = (): EmotionCache | null => held

/** Fetches them. Where they do not come the page is read from the left. */
export const loadMirrored = (): Promise<void> =>
  import('./mirrored-cache').then(
    ({ mirroredCache }) => void (held = mirroredCache),
    () => {},
  )
