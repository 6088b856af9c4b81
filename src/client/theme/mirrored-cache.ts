import createCache from '@emotion/cache'
import { mirrorPlugin } from './mirror'
import './mirrored.css'

/**
 * The styles of a page that is read from the right: those of the widgets, which name sides, are mirrored; those of this
 * console name the beginning and the end.
 */
export const mirroredCache = createCache({ key: 'rtl', stylisPlugins: [mirrorPlugin] })
