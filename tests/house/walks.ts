import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, ROOT } from './import-graph'

/** A row of "Five walks" in docs/architecture.md. */
export interface Walk {
  readonly name: string
  readonly stays: readonly { readonly file: string; readonly isImported: boolean }[]
}

export function walks(): readonly Walk[] {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const section = /## Five walks\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  return [...section.matchAll(/^\| ([^|]+) \| (`[^|]+) \|$/gm)].map(([, name = '', stays = '']) => ({
    name,
    stays: [...stays.matchAll(/(→|⇢)? ?`([^`]+)`/g)].map(([, arrow, file = '']) => ({
      file,
      isImported: arrow === '→',
    })),
  }))
}

/** Stays that are not there, or that nothing before them imports. */
export const lostStays = (): readonly string[] =>
  walks().flatMap(({ name, stays }) => {
    const there = stays.filter(({ file }) => existsSync(join(ROOT, file)))
    const gone = stays.filter((stay) => !there.includes(stay)).map(({ file }) => `${name}: ${file} is not there`)
    const apart = there
      .filter(({ file, isImported }) => {
        if (!isImported) return false
        const before = stays.slice(
          0,
          stays.findIndex((stay) => stay.file === file),
        )
        return !before.some((one) => there.includes(one) && importsOf(one.file).some(({ to }) => to === file))
      })
      .map(({ file }) => `${name}: nothing before ${file} imports it`)
    return [...gone, ...apart]
  })
