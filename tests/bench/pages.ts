import { gzipSync } from 'node:zlib'
import { HOST_SCRIPT } from '../../custom/widgets/server/host-script'
import { APPLICATION } from '../application'
import { sumOf, weightOf } from '../built-weight'
import { atMost, type Bench } from './bench'

/** What another site's page fetches of us to hold a widget, and what the widget fetches until its first step stands. */
const [MAX_LOADER_KB, MAX_FIRST_STEP_KB] = [5, 90]

/**
 * Public pages over the built client (`npm run build` first), kB after gzip: their script with all that it imports, and
 * their styles. What comes later, such as a map, is fetched by a visitor who gets so far.
 */
export function pages({ tell }: Pick<Bench, 'tell'>): Promise<void> {
  const loader_kb = gzipSync(HOST_SCRIPT).length / 1000
  tell(
    'the script that holds a widget on another site',
    `${loader_kb.toFixed(1)} kB`,
    atMost(loader_kb, MAX_LOADER_KB, ' kB'),
  )
  for (const { path, script } of APPLICATION.flatMap(({ publicPages = [] }) => publicPages)) {
    const { scripts, styles } = weightOf(script)
    if (scripts.length === 0) throw new Error(`${script} is not built: npm run build`)
    const all_kb = sumOf(scripts) + sumOf(styles)
    tell(
      `${path} at once`,
      `${all_kb.toFixed(1)} kB, of script ${sumOf(scripts).toFixed(1)}`,
      atMost(all_kb, MAX_FIRST_STEP_KB, ' kB'),
    )
  }
  return Promise.resolve()
}
