/**
 * How the code lies, in figures: `npm run structure`. For each half its files, lines and widths, the floors with their
 * rooms, the imports that go up, and the circles of rooms. The house test reads the same table.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURES, HALVES, ROOMED, circlesOfRooms, floorOf, importsUp, roomOf, type Half } from './house/floors'
import { ROOT, importsOf, sourceFiles } from './house/import-graph'
import { providerCasts, QUIET, raisedByHand, rawLiving, untypedTables } from './house/own-writes'
import { unusedExports } from './house/exports'
import { walks } from './house/walks'
import { FOUND_BY_PLACE, withWeakMap } from './house/weak-maps'

const verbose = process.argv.includes('--all')

const linesOf = (file: string): readonly string[] => readFileSync(join(ROOT, file), 'utf8').split('\n')

/** The value below which the share `part` of sorted numbers lies. */
const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function measure(half: Half): void {
  const files = sourceFiles(half.folder)
  const lengths = files.map((file) => linesOf(file).length).sort((a, b) => a - b)
  const wide = files.flatMap(linesOf).filter((line) => line.length > 120).length
  const lines = lengths.reduce((sum, count) => sum + count, 0)
  console.log(
    `\n${half.folder}: ${files.length} files, ${lines} lines, median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)}, ${wide} lines over 120 columns`,
  )
  for (const [index, floor] of [...half.floors.entries()].reverse()) {
    const own = files.filter((file) => floorOf(half, file) === index)
    console.log(
      `  ${index + 1} ${floor.name.padEnd(10)} ${String(own.length).padStart(4)} files  ${[...new Set(own.map((file) => roomOf(half, file)))].sort().join(', ')}`,
    )
  }
  const up = importsUp(half)
  console.log(`  imports that go up: ${up.length}`)
  for (const { from, to } of verbose ? up : up.slice(0, 10)) console.log(`    ${from} → ${to}`)
  const circles = circlesOfRooms(half)
  console.log(`  circles of rooms: ${circles.length}`)
  for (const circle of circles) console.log(`    ${circle.join(', ')}`)
  const users = new Map<string, number>()
  for (const { to } of files.flatMap((file) => importsOf(file)).filter(({ local }) => local))
    users.set(to, (users.get(to) ?? 0) + 1)
  const most = [...users].sort((a, b) => b[1] - a[1]).slice(0, 10)
  console.log(
    `  most imported: ${most.map(([file, count]) => `${file.replace(`${half.folder}/`, '')} ${count}`).join(', ')}`,
  )
}

for (const half of [...HALVES, FEATURES]) measure(half)

console.log(`\ncircles of rooms: ${ROOMED.map((half) => `${half.folder} ${circlesOfRooms(half).length}`).join(', ')}`)

console.log(
  `\nstays of a walk: ${walks()
    .map(({ name, stays }) => `${name} ${stays.length}`)
    .join(', ')}`,
)
console.log(
  `versions raised by hand: ${raisedByHand().length}; catalogues written without a word by: ${Object.keys(QUIET).length} files; casts in the provider: ${providerCasts().length}; the engine's tables asked past their types: ${untypedTables().length}; "not removed" written out: src ${rawLiving('src')}, custom ${rawLiving('custom')}`,
)
console.log(
  `files with a WeakMap: ${withWeakMap().length}, of which by a database, transaction or runtime: ${Object.keys(FOUND_BY_PLACE).length}; exports that nobody takes: ${unusedExports().length}`,
)
