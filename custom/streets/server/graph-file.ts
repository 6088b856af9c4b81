import { readFile, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import type { JsonObject } from '#engine/model'
import { ownStreets } from './own-streets'
import { readGraphml } from './read-graphml'
import { streetGraph, type StreetEdge, type StreetGraph } from './street-graph'
import Papa from 'papaparse'
import type { LatLng } from '../../geometry/model'
import { pause } from './pause'
import { drivenKmh } from './speeds'

const NEEDED = ['from_node', 'to_node', 'lat1', 'lon1', 'lat2', 'lon2'] as const
/** What osm2po and pgRouting write as the cost of a road that may not be driven. */
const CLOSED = 1_000_000

/**
 * Street segments as a table, a row each: from_node, to_node, lat1, lon1, lat2, lon2 and, where known, name, kmh (the
 * speed limit), cost_h and reverse_cost_h (1000000: not in this direction).
 * @throws {Error} with a sentence, when it is another table
 */
async function readSegments(text: string): Promise<readonly StreetEdge[]> {
  const { data, meta } = Papa.parse<{ readonly [column: string]: string | undefined }>(text, {
    header: true,
    skipEmptyLines: true,
  })
  const missing = NEEDED.filter((name) => !meta.fields?.includes(name))
  if (missing.length > 0) throw new Error(`its first row has no column ${missing.join(', ')}`)
  const edges: StreetEdge[] = []
  for (const [i, row] of data.entries()) {
    if (i % 2_000 === 1_999) await pause()
    const first: LatLng = [degrees(row['lat1']), degrees(row['lon1'])]
    const last: LatLng = [degrees(row['lat2']), degrees(row['lon2'])]
    if (![...first, ...last].every(Number.isFinite) || !row['from_node'] || !row['to_node'])
      throw new Error(`row ${i + 2} has no place`)
    const [ahead, back] = [isOpen(row['cost_h']), isOpen(row['reverse_cost_h'])]
    if (!ahead && !back) continue
    const [a, b] = [`n${row['from_node']}`, `n${row['to_node']}`]
    edges.push({
      from: ahead ? a : b,
      to: ahead ? b : a,
      points: ahead ? [first, last] : [last, first],
      both_ways: ahead && back,
      name: row['name']?.trim() || null,
      kmh: drivenKmh(row['kmh'] ? Number(row['kmh']) : null),
    })
  }
  return edges
}

const degrees = (cell: string | undefined): number => (cell ? Number(cell) : NaN)
const isOpen = (cost: string | undefined): boolean => !cost || Number(cost) < CLOSED

/** Setting with the path of a street graph on the server; empty: the project's own streets. */
export const GRAPH_SETTING = 'map_graph_file'

/** A city is some tens of megabytes; a larger file given by mistake must not fill the server's memory. */
const MAX_BYTES = 256 * 1024 * 1024

const READERS: { readonly [extension: string]: (text: string) => Promise<readonly StreetEdge[]> } = {
  '.graphml': readGraphml,
  '.csv': readSegments,
}

/** The result of reading a file: its streets, or why there are none. */
type ReadGraph = { readonly graph: StreetGraph } | { readonly why: string }

// One file at a time is in use: another one replaces it in memory.
let kept: { readonly path: string; readonly changed_ms: number; readonly read: Promise<ReadGraph> } | null = null

/**
 * The streets that routes are found on: those of the file that the settings name, read on first use and kept until the
 * file changes, else the project's own. An unreadable file is reported in the server's log, once, and the own streets
 * are used instead.
 */
export async function streetsOf(settings: JsonObject): Promise<StreetGraph> {
  const named = settings[GRAPH_SETTING]
  if (typeof named !== 'string' || named.trim() === '') return ownStreets()
  const read = await graphOf(named)
  return 'graph' in read ? read.graph : ownStreets()
}

/**
 * The graph of a file, kept until the file or the name changes.
 * @param named path on the server, from its working folder
 */
export async function graphOf(named: string): Promise<ReadGraph> {
  const path = resolve(named.trim())
  const changed_ms = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  if (kept?.path !== path || kept.changed_ms !== changed_ms) kept = { path, changed_ms, read: tried(path) }
  return kept.read
}

async function tried(path: string): Promise<ReadGraph> {
  try {
    return { graph: await readGraph(path) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    process.emitWarning(
      `The street graph ${path} (setting ${GRAPH_SETTING}) is not used: ${why}. The project's own streets stand in.`,
    )
    return { why }
  }
}

/** @throws {Error} with a sentence, when the file does not exist or contains no streets */
export async function readGraph(path: string): Promise<StreetGraph> {
  const read = READERS[extname(path).toLowerCase()]
  if (!read) throw new Error(`it is none of ${Object.keys(READERS).join(', ')}`)
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`)
  const graph = await streetGraph(basename(path), await read(await readFile(path, 'utf8')))
  if (graph.edges.length === 0) throw new Error('no street in it leads anywhere and back')
  return graph
}
