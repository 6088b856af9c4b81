import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Writes docs/coverage.md: `tsx tests/coverage-page.ts <items.json> <found.json>`. Both stand outside of the project:
// the items of the written specification, and which of its calls and screens a running server was found to serve.

interface Item {
  readonly id: string
  readonly kind: string
  readonly family: string
  readonly name: string
}

const ASKED: { readonly [column: string]: readonly string[] } = { calls: ['call'], screens: ['screen', 'public-page'] }

const [itemsPath, foundPath] = process.argv.slice(2)
if (!itemsPath || !foundPath) {
  console.error('usage: tsx tests/coverage-page.ts <items.json> <found.json>')
  process.exit(1)
}
const items = JSON.parse(readFileSync(itemsPath, 'utf8')) as readonly Item[]
const found = JSON.parse(readFileSync(foundPath, 'utf8')) as { readonly [id: string]: { readonly exists: boolean } }

const isServed = ({ id }: Item): boolean => found[id]?.exists === true
const families = [...new Set(items.map(({ family }) => family))].sort()
const of = (kinds: readonly string[], family?: string): readonly Item[] =>
  items.filter((item) => kinds.includes(item.kind) && (family === undefined || item.family === family))
const share = (asked: readonly Item[]): string =>
  asked.length === 0 ? '' : `${asked.filter(isServed).length} of ${asked.length}`
const rest = (family: string): number =>
  items.filter((item) => item.family === family && !Object.values(ASKED).flat().includes(item.kind)).length

const rows = families.map(
  (family) =>
    `| ${family} | ${Object.values(ASKED)
      .map((kinds) => share(of(kinds, family)))
      .join(' | ')} | ${rest(family) || ''} |`,
)
const missing = of(Object.values(ASKED).flat()).filter((item) => !isServed(item))
writeFileSync(
  join(import.meta.dirname, '..', 'docs', 'coverage.md'),
  `# What of the specification is served

Written from the items of the specification (${items.length}) by \`tests/coverage-page.ts\`: each call and each screen was asked of a running server with the
demo. Rules, columns, dialogs and settings have no address to ask for; tests hold them, and people look at them.

**${share(of(ASKED['calls'] ?? []))} calls, ${share(of(ASKED['screens'] ?? []))} screens.**

| family | calls | screens | rules and parts |
|---|---|---|---|
${rows.join('\n')}
${
  missing.length === 0
    ? ''
    : `
Not yet: ${missing.map(({ name }) => `\`${name}\``).join(', ')}.
`
}`,
)
