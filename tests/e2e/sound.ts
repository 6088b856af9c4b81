import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, still } from './console'

// The checker's builder opens a page of its own for each report and sends itself anew: three quarters of the time. Here
// it stays in the page.
const checker = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
)
let source: string | undefined

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

export interface ErrorsAsked {
  /** Selector of the part that is looked at; default all of the page. */
  readonly within?: string
  /**
   * `all` of the checker's rules, `wcag` (2.1 AA), or of those the grave ones: what somebody cannot do at all. Default
   * `all`.
   */
  readonly which?: 'all' | 'wcag' | 'grave'
}

interface Checker {
  run(
    context: object,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact?: string | null
      readonly nodes: readonly { readonly target: readonly string[] }[]
    }[]
  }>
}

/**
 * What a checker of accessibility finds on a page at rest, a line each. Tiles and markers of a map are not its matter,
 * nor what the pointer of the test happens to rest on.
 */
export async function errorsOf(page: Page, { within, which = 'all' }: ErrorsAsked = {}): Promise<readonly string[]> {
  await still(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate((source ??= readFileSync(checker, 'utf8')))
  const context = {
    ...(within === undefined ? {} : { include: [within] }),
    exclude: ['.leaflet-container', '[role=tooltip]'],
  }
  const options = {
    resultTypes: ['violations'],
    ...(which === 'all' ? {} : { runOnly: { type: 'tag', values: WCAG } }),
  }
  const found = await page.evaluate(
    async ([where, how]) => {
      const { violations } = await (globalThis as unknown as { readonly axe: Checker }).axe.run(where ?? {}, how ?? {})
      return violations.map(({ id, impact, nodes }) => ({
        impact,
        line: `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      }))
    },
    [context, options],
  )
  return found
    .filter(({ impact }) => which !== 'grave' || impact === 'serious' || impact === 'critical')
    .map(({ line }) => line)
}

export async function expectNarrow(page: Page, where: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** What must hold on every screen: nothing wider than the page, nothing a checker of accessibility calls serious. */
export async function expectSound(
  page: Page,
  where = new URL(page.url()).pathname,
  which: ErrorsAsked['which'] = 'grave',
): Promise<void> {
  await expectNarrow(page, where)
  expect(await errorsOf(page, { which }), where).toEqual([])
}
