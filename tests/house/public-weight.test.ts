import { expect, test } from 'vitest'
import { APPLICATION } from '../application'
import { sumOf, weightOf } from '../built-weight'

// What a visitor of a public page fetches before it can draw itself, kB of JavaScript after gzip: they are on a
// telephone, once, and have nothing kept.
const LIMIT_KB = 8
// The widget is a wizard of nine steps; a store's page begins with its whole menu.
const OWN_LIMITS_KB: { readonly [path: string]: number } = {
  '/widget/:id': 20,
  '/tracking/:tk': 9,
  '/rides': 8,
  '/store/:slug': 10,
}

test.each(APPLICATION.flatMap(({ publicPages = [] }) => publicPages))(
  'the public page $path loads nothing of the console',
  ({ path, script }) => {
    const { scripts } = weightOf(script)
    expect(scripts.length, `${script} is built`).toBeGreaterThan(0)
    expect(sumOf(scripts), scripts.map(({ file, kb }) => `${file} ${kb.toFixed(1)}`).join(', ')).toBeLessThan(
      OWN_LIMITS_KB[path] ?? LIMIT_KB,
    )
  },
)
