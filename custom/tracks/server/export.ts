import { AppError, isObject, type Json } from '#engine/model'
import { type CallContext, type CallFile, serveFile } from '#engine/server'
import { fixesAfter, type TrackAsked as DriversFixes, type TrackedFix } from '../../fleet/server'
import { trackingsExportCall } from '../model/track-calls'
import { whoseTrack } from './whose-track'

const BATCH = 2000
const COLUMNS = ['id', 'date', 'lat', 'lng', 'speed', 'course', 'battery_level', 'mode', 'accuracy'] as const

/** Every fix of the track as a sheet, in order of time. */
export const trackingsExport = serveFile(
  trackingsExportCall,
  async (context, { params, export: kind, format = kind, token: _token, ...asked }): Promise<CallFile> => {
    const { driver, id_service, zone, days, fixes } = await whoseTrack(context, { ...asked, ...paramsOf(params) })
    const name = [driver?.name, driver?.surname].filter(Boolean).join(' ')
    const when = days ? (days.from === days.to ? days.from : `${days.from} ${days.to}`) : String(id_service)
    return {
      format: format ?? 'xlsx',
      zone,
      title: [context.say('modules.trackings'), name, when].filter(Boolean).join(' '),
      columns: COLUMNS.map((column) => ({
        label: context.say(`tracks.columns.${column}`),
        ...(column === 'date' || column === 'mode' ? {} : { align: 'right' as const }),
      })),
      rows: () => rowsOf(context, fixes),
    }
  },
)

async function* rowsOf({ db, say }: CallContext, asked: DriversFixes | null) {
  let batch: readonly TrackedFix[] = asked ? await fixesAfter(db, asked, null, BATCH) : []
  for (;;) {
    if (!asked || batch.length === 0) return
    yield batch.map(({ id, date, lat, lng, speed, course, battery_level, mode, accuracy }) => [
      id,
      { moment: date },
      lat,
      lng,
      speed,
      course,
      battery_level,
      mode === null ? null : say(`values.mode.${mode}`),
      accuracy,
    ])
    batch = batch.length < BATCH ? [] : await fixesAfter(db, asked, batch.at(-1) ?? null, BATCH)
  }
}

/** The question of the spec's form, which comes as JSON. */
function paramsOf(params: string | undefined): {
  readonly id_user?: number
  readonly id_service?: number
  readonly date_from?: string
  readonly date_to?: string
} {
  if (params === undefined || params === '') return {}
  let read: Json
  try {
    read = JSON.parse(params) as Json
  } catch {
    throw new AppError('MALFORMED')
  }
  if (!isObject(read)) throw new AppError('MALFORMED')
  const id = (name: string) => (read[name] === undefined || read[name] === '' ? {} : { [name]: Number(read[name]) })
  const day = (name: string) => (typeof read[name] === 'string' && read[name] !== '' ? { [name]: read[name] } : {})
  return { ...id('id_user'), ...id('id_service'), ...day('date_from'), ...day('date_to') }
}
