import { readFile, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import type { JsonObject } from '#engine/model'
import { ownStreets } from './own-streets'
import { readGraphml } from './read-graphml'
import { readSegments } from './read-segments'
import { streetGraph, type StreetEdge, type StreetGraph } from './street-graph'

/** Setting with the path of a street graph on the server; empty: the project's own streets. */
export const GRAPH_SETTING = 'map_graph_file'

/** A city is some tens of megabytes; more must not fill the memory of a server by a slip. */
const MAX_BYTES = 256 * 1024 * 1024

const READERS: { readonly [extension: string]: (text: string) => Promise<readonly StreetEdge[]> } = {
  '.graphml': readGraphml, '.csv': readSegments,
}

/** What a file came to: its streets, or why there are none. */
export type ReadGraph = { readonly graph: StreetGraph } | { readonly why: string }

// One file at a time is in force: another one in its place takes it out of the memory.
let kept: { readonly path: string; readonly changed_ms: number; readonly read: Promise<ReadGraph> } | null = null

/**
 * The streets that ways are found on: those of the file that the settings name, read when they are first asked for and kept until the
 * file changes, else the project's own. A file that cannot be read is told in the server's log, once, and the own streets stand in.
 */
export async function streetsOf(settings: JsonObject): Promise<StreetGraph> {
  const named = settings[GRAPH_SETTING]
  if (typeof named !== 'string' || named.trim() === '') return ownStreets()
  const read = await graphOf(named)
  return 'graph' in read ? read.graph : ownStreets()
}

/** The graph of a file, kept until the file or the name changes. @param named path on the server, from its working folder */
export async function graphOf(named: string): Promise<ReadGraph> {
  const path = resolve(named.trim())
  const changed_ms = await stat(path).then(({ mtimeMs }) => mtimeMs, () => 0)
  if (kept?.path !== path || kept.changed_ms !== changed_ms) kept = { path, changed_ms, read: tried(path) }
  return kept.read
}

async function tried(path: string): Promise<ReadGraph> {
  try {
    return { graph: await readGraph(path) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    process.emitWarning(`The street graph ${path} (setting ${GRAPH_SETTING}) is not used: ${why}. The project's own streets stand in.`)
    return { why }
  }
}

/** @throws {Error} with a sentence, when there is no such file, or no streets are in it */
export async function readGraph(path: string): Promise<StreetGraph> {
  const read = READERS[extname(path).toLowerCase()]
  if (!read) throw new Error(`it is none of ${Object.keys(READERS).join(', ')}`)
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`)
  const graph = await streetGraph(basename(path), await read(await readFile(path, 'utf8')))
  if (graph.edges.length === 0) throw new Error('no street in it leads anywhere and back')
  return graph
}
