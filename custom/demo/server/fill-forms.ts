import type { Json, JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'

interface DemoForms {
  readonly operator: number
  /** Drivers who have a car. */
  readonly cars: readonly { readonly id: number; readonly id_vehicle: number }[]
}

interface DemoField {
  readonly key: string
  readonly type: string
  readonly label: string
  readonly required?: true
  readonly options?: string
  readonly condition?: JsonObject
  readonly root?: true
  readonly show_to_text?: true
  readonly maximum?: number
}

const STATE = 'bueno=Bueno\nregular=Regular\nmalo=Malo'

/**
 * By target (schemas/application.json): what a driver looks at before a shift, what is noted of a client, how an
 * operator's day went.
 */
const FORMS: readonly {
  readonly name: string
  readonly target: string
  readonly app: readonly string[]
  readonly root?: true
  readonly fields: readonly DemoField[]
}[] = [
  {
    name: 'Revisión del vehículo',
    target: '8',
    app: ['2'],
    root: true,
    fields: [
      { key: 'exterior', type: 'section', label: 'Exterior' },
      { key: 'luces', type: 'enum', label: 'Luces', options: STATE, required: true, root: true, show_to_text: true },
      {
        key: 'llantas',
        type: 'enum',
        label: 'Llantas',
        options: STATE,
        required: true,
        root: true,
        show_to_text: true,
      },
      {
        key: 'llantas_detalle',
        type: 'longtext',
        label: '¿Qué tienen las llantas?',
        required: true,
        condition: { llantas: { eq: 'malo' } },
      },
      {
        key: 'golpes',
        type: 'choices',
        label: 'Golpes o rayones',
        options: 'adelante=Adelante\natras=Atrás\nlados=A los lados',
      },
      { key: 'foto', type: 'image', label: 'Foto del golpe', condition: { golpes: { isNull: false } } },
      { key: 'interior', type: 'section', label: 'Interior' },
      { key: 'limpieza', type: 'rating', label: 'Limpieza' },
      { key: 'cinturones', type: 'flag', label: 'Cinturones completos', required: true },
      { key: 'extintor', type: 'date', label: 'Vencimiento del extintor' },
      { key: 'conforme', type: 'consent', label: 'Declaro que revisé el vehículo', required: true },
    ],
  },
  {
    name: 'Preferencias',
    target: '1',
    app: ['3'],
    fields: [
      { key: 'idioma', type: 'enum', label: 'Idioma', options: 'es=Español\nen=Inglés\nqu=Quechua' },
      { key: 'silla_bebe', type: 'flag', label: 'Necesita silla de bebé' },
      { key: 'indicaciones', type: 'longtext', label: 'Indicaciones para el conductor' },
    ],
  },
  {
    name: 'Parte del turno',
    target: '7',
    app: ['1'],
    fields: [
      {
        key: 'turno',
        type: 'enum',
        label: 'Turno',
        options: 'manana=Mañana\ntarde=Tarde\nnoche=Noche',
        required: true,
        show_to_text: true,
      },
      { key: 'llamadas', type: 'integer', label: 'Llamadas atendidas' },
      { key: 'distrito', type: 'list', label: 'Distrito con más demanda' },
      { key: 'incidentes', type: 'flag', label: '¿Hubo incidentes?', required: true },
      {
        key: 'detalle',
        type: 'longtext',
        label: 'Cuente qué pasó',
        required: true,
        condition: { incidentes: { eq: 1 } },
      },
    ],
  },
]

const DISTRICTS = [
  'Barranco',
  'Comas',
  'Jesús María',
  'La Molina',
  'Lince',
  'Miraflores',
  'San Borja',
  'San Isidro',
  'Santiago de Surco',
  'Surquillo',
]
const LIST = { var1: 'distritos', var2: 'lima' }

/** Forms with their first publications, some checkups and an operator's answers. */
export async function putDemoForms(writer: DemoWriter, moments: Moments, { operator, cars }: DemoForms): Promise<void> {
  const date = moments.clock(-20, 9 * 3600).toISOString()
  await writer.insert('form_lists', DISTRICTS.length, (at) => ({
    ...LIST,
    name: DISTRICTS[at] ?? '',
    date_created: date,
  }))
  const ids = await writer.insert('forms', FORMS.length, (at) => {
    const form = FORMS[at]
    return {
      name: form?.name ?? '',
      target: form?.target ?? '7',
      app: [...(form?.app ?? [])],
      root: form?.root ? 1 : 0,
      published: 1,
      rank: at + 1,
      date_created: date,
    }
  })
  const rows = FORMS.flatMap(({ fields }, at) =>
    fields.map(
      (field, rank): JsonObject => ({
        id_form: ids[at] ?? 0,
        rank: rank + 1,
        key: field.key,
        label: field.label,
        type: field.type,
        required: field.required ? 1 : 0,
        options: field.options ?? null,
        condition: field.condition ?? null,
        root: field.root ? 1 : 0,
        show_to_text: field.show_to_text ? 1 : 0,
        ...(field.type === 'list' ? LIST : {}),
        date_created: date,
      }),
    ),
  )
  await writer.insert('form_fields', rows.length, (at) => rows[at] ?? {})
  await writer.insert('form_versions', FORMS.length, (at) => ({
    id_form: ids[at] ?? 0,
    number: 1,
    title: FORMS[at]?.name ?? '',
    id_user: operator,
    date_created: date,
    definition: { fields: (FORMS[at]?.fields ?? []).map(published) as unknown as Json },
  }))
  await putCheckups(writer, moments, ids[0] ?? 0, cars, operator)
  const shift = { turno: 'tarde', llamadas: 84, distrito: 'Miraflores', incidentes: 0 }
  await writer.insert('form_answers', 1, () => ({
    id_form: ids[2] ?? 0,
    id_user: operator,
    us_type: '1',
    answers: answersTo(2, ids[2] ?? 0, shift),
    date_created: moments.clock(-1, 19 * 3600).toISOString(),
  }))
}

async function putCheckups(
  writer: DemoWriter,
  moments: Moments,
  form: number,
  cars: DemoForms['cars'],
  operator: number,
): Promise<void> {
  const chosen = cars.slice(0, 8)
  await writer.insert('checkups', chosen.length, (at) => {
    const isBad = at % 4 === 3
    const state = at === 0 ? '1' : isBad ? '3' : '2'
    const date = moments.clock(-1 - at, 6 * 3600 + at * 600).toISOString()
    const values: JsonObject = {
      luces: 'bueno',
      llantas: isBad ? 'malo' : 'bueno',
      ...(isBad && { llantas_detalle: 'La de atrás está lisa.', golpes: ['atras'] }),
      limpieza: 5 - (at % 3),
      cinturones: 1,
      conforme: 1,
    }
    return {
      id_driver: chosen[at]?.id ?? 0,
      id_vehicle: chosen[at]?.id_vehicle ?? 0,
      id_form: form,
      mileage: 42_000 + at * 7_310,
      state,
      date_checkup: date,
      date_created: date,
      answers: answersTo(0, form, values),
      ...(state === '1' ? {} : { id_user: operator, date_reviewed: date }),
      ...(isBad && { notes: 'Cambiar la llanta antes del próximo turno.' }),
    }
  })
}

function published({ key, type, label, required, options, condition, show_to_text }: DemoField): JsonObject {
  return {
    key,
    type,
    label,
    ...(required && { required: true }),
    ...(options !== undefined && { options: choicesOf(options) as unknown as Json }),
    ...(type === 'list' && { list: LIST }),
    ...(condition && { condition }),
    ...(show_to_text && { show_to_text: true }),
  }
}

const choicesOf = (options: string) =>
  options.split('\n').map((line) => {
    const [value = '', title = ''] = line.split('=')
    return { value, title }
  })

/** A value with the words that the server would have written beside it. */
function answersTo(at: number, form: number, values: JsonObject): JsonObject {
  let section: JsonObject | null = null
  const words: JsonObject[] = []
  for (const { key, type, label, options, show_to_text } of FORMS[at]?.fields ?? []) {
    if (type === 'section') section = { key, label }
    const value = values[key] ?? null
    if (value === null) continue
    if (section) words.push(section)
    section = null
    const titles = choicesOf(options ?? '')
    const text =
      type === 'flag' || type === 'consent'
        ? value === 1
          ? 'Sí'
          : 'No'
        : [value]
            .flat()
            .map((one) => titles.find((choice) => choice.value === one)?.title ?? String(one))
            .join('; ')
    words.push({ key, label, text, ...(show_to_text && { show_to_text: true }) })
  }
  return { form, version: 1, values, words: words as unknown as Json }
}
