import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** The project's own entries, `#engine/server` and its like. */
const { imports: IMPORTS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly imports: { readonly [entry: string]: string }
}

/** Every TypeScript file below a folder of the project, as paths relative to the root. */
export function sourceFiles(folder: string): string[] {
  const absolute = join(ROOT, folder)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute).flatMap((entry) => {
    const path = join(absolute, entry)
    if (statSync(path).isDirectory()) return sourceFiles(relative(ROOT, path))
    return /\.(ts|tsx)$/.test(entry) && !entry.endsWith('.d.ts') ? [relative(ROOT, path)] : []
  })
}

export interface Import {
  readonly from: string
  /** As the file writes it. */
  readonly specifier: string
  /** Path relative to the root when it is a file of the project, else the package's specifier. */
  readonly to: string
  readonly local: boolean
  readonly typeOnly: boolean
  /** Asked for while the program runs. */
  readonly lazy: boolean
}

// One statement: `import|export ... from 'x'`, `import 'x'`, or `import('x')`; comments are taken out first.
const STATEMENT =
  /(?:^|[\n;])\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g

/** The imports of one file, resolved. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
  // A name with a placeholder is code written into a text, not an import of this file.
  return [...text.matchAll(STATEMENT)]
    .filter((match) => !(match[3] ?? match[4] ?? '').includes('${'))
    .map((match) => {
      const specifier = match[3] ?? match[4] ?? ''
      const entry = IMPORTS[specifier]?.replace('./', '')
      const local = entry !== undefined || specifier.startsWith('.')
      const to = entry ?? (local ? resolveLocal(file, specifier) : specifier)
      return { from: file, specifier, to, local, typeOnly: match[2] !== undefined, lazy: match[4] !== undefined }
    })
}

function resolveLocal(file: string, specifier: string): string {
  const base = join(ROOT, dirname(file), specifier.replace(/\?.*$/, ''))
  const found = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts'), join(base, 'index.tsx')].find(
    (path) => existsSync(path) && statSync(path).isFile(),
  )
  return relative(ROOT, found ?? base)
}

/** Everything a file reaches at run time, the packages included. */
export function runtimeReach(entry: string): Map<string, string> {
  const cameFrom = new Map<string, string>([[entry, '']])
  const queue = [entry]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (!/\.(ts|tsx)$/.test(file)) continue
    for (const { to, local, typeOnly } of importsOf(file)) {
      if (typeOnly || cameFrom.has(to)) continue
      cameFrom.set(to, file)
      if (local) queue.push(to)
    }
  }
  return cameFrom
}
