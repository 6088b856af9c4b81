import { basename } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { TextReading } from '../../../model/values/text-encoding'
import { toRing, isRing } from '../../../model/values/ring-json'
import { ringText } from '../../../model/values/ring-text'
import { decodedText, textReading, UnreadableFile, type FileSource } from './decode-text'
import { columnNames } from './find-header'
import { EMPTY, fileCell, nameIn, numberCell, withinLimits, type Cell, type Sheet, type SheetLimits } from './sheet'

/** Header of the column with the shapes. */
export const GEOMETRY = 'geometry'
/** The whole file is held in memory: the outlines of a country's districts take a tenth of this. */
const MAX_BYTES = 8 * 1024 * 1024
const BATCH_ROWS = 200

/** Whether a text is GeoJSON, by its beginning. */
export function isGeoJson(start: Uint8Array): boolean {
  const text = new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-8')
    .decode(start)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return (
    text.startsWith('{') &&
    /"type"\s*:\s*"(Feature|FeatureCollection|Polygon|MultiPolygon|Point|LineString|GeometryCollection)"/.test(text)
  )
}

/**
 * A GeoJSON file as a table: one row per feature, its properties the columns, its shape in the last one (`geometry`):
 * an area of one outline as a text of corners, any other shape as its GeoJSON.
 * @throws {UnreadableFile}
 */
export async function openGeoJson(source: FileSource, limits: SheetLimits): Promise<Sheet> {
  const { name } = source
  const reading = await textReading(source)
  const features = await featuresOf(source, reading)
  if (features.length === 0) throw new UnreadableFile('load.empty', { path: name })
  if (features.length > limits.rows)
    throw new UnreadableFile('sheets.too_many_rows', { name, max: String(limits.rows) })
  const properties = [...new Set(features.flatMap((one) => Object.keys(propertiesOf(one))))].filter(
    (key) => key !== GEOMETRY,
  )
  if (properties.length >= limits.columns)
    throw new UnreadableFile('sheets.too_many_columns', { name, max: String(limits.columns) })
  const title = basename(name).replace(/\.[^.]+$/, '')
  return {
    format: 'geojson',
    reading,
    sheets: [{ name: title, hidden: false }],
    name: title,
    columns: columnNames([...properties.map((name) => nameIn(fileCell(name))), GEOMETRY]),
    headerLine: 1,
    rowCount: features.length,
    async *rows() {
      for (let from = 0; from < features.length; from += BATCH_ROWS) {
        yield features.slice(from, from + BATCH_ROWS).map((one, i) => {
          const line = from + i + 1
          const cells = properties.map((key) => cellOf(propertiesOf(one)[key] ?? null))
          // A shape may be longer than any text that a user writes into a cell.
          const { cells: own } = withinLimits({ line, cells }, limits, name, () => String(line))
          return { line, cells: [...own, shapeOf(one.geometry ?? null)] }
        })
      }
    },
    close: async () => {},
  }
}

async function featuresOf(source: FileSource, reading: TextReading): Promise<readonly JsonObject[]> {
  const { name } = source
  let text = ''
  for await (const piece of decodedText(source, reading)) {
    text += piece
    if (text.length > MAX_BYTES) throw new UnreadableFile('sheets.too_large', { name })
  }
  try {
    const json = JSON.parse(text.replace(/^\uFEFF/, '')) as Json
    const all = isObject(json) && json.type === 'FeatureCollection' ? json.features : isObject(json) ? [json] : null
    if (!Array.isArray(all) || !all.every(isObject)) throw new SyntaxError('No features.')
    return (all as readonly JsonObject[]).map((one) =>
      one.type === 'Feature' ? one : { type: 'Feature', geometry: one },
    )
  } catch (error) {
    throw new UnreadableFile('sheets.no_geojson', { name }, { cause: error })
  }
}

const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  properties !== undefined && isObject(properties) ? properties : {}

function cellOf(value: Json): Cell {
  if (value === null) return EMPTY
  if (typeof value === 'number') return numberCell(String(value))
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  return fileCell(typeof value === 'object' ? JSON.stringify(value) : value)
}

function shapeOf(geometry: Json): Cell {
  if (geometry === null) return EMPTY
  const ring = toRing(geometry)
  return { kind: 'text', text: isRing(ring) ? ringText(ring, '; ') : JSON.stringify(geometry) }
}
