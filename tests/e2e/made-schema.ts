/** A source of numbers in [0, 1) that a printed seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// One property of each kind, and what a person would type into it and then see.
const KINDS = [
  { property: { type: 'integer', minimum: 1, maximum: 99 }, typed: '42', seen: '42' },
  { property: { 'x-type': 'money', minimum: 0 }, typed: '12.5', seen: '12.50' },
  { property: { type: 'number' }, typed: '3.25', seen: '3.25' },
  { property: { type: 'string', maxLength: 40 }, typed: 'Señal ñandú', seen: 'Señal ñandú' },
  { property: { type: 'string', format: 'email' }, typed: 'a@b.pe', seen: 'a@b.pe' },
  { property: { 'x-type': 'phone' }, typed: '912345678', seen: '912345678' },
] as const

export interface MadeSchema {
  readonly name: string
  readonly title: string
  readonly schema: object
  /** Label → what to type, and what the list then shows. */
  readonly fields: readonly { readonly label: string; readonly typed: string; readonly seen: string }[]
}

/** A small schema nobody has seen before. */
export function makeSchema(random: () => number): MadeSchema {
  const mark = Math.floor(random() * 1e9).toString(36)
  const count = 2 + Math.floor(random() * (KINDS.length - 2))
  const kinds = [...KINDS].sort(() => random() - 0.5).slice(0, count)
  const title = `Catálogo ${mark}`
  return {
    name: `made_${mark}`,
    title,
    schema: {
      title,
      type: 'object',
      required: ['name'],
      'x-traits': ['activable'],
      properties: {
        name: { type: 'string', title: 'Nombre', maxLength: 60, 'x-search': true },
        ...Object.fromEntries(kinds.map(({ property }, at) => [`f_${at}`, { ...property, title: `Campo ${at}` }])),
      },
    },
    fields: kinds.map(({ typed, seen }, at) => ({ label: `Campo ${at}`, typed, seen })),
  }
}

const TABS = 8
const FIELDS = 60

export interface MadeForm extends MadeSchema {
  readonly resource: object
  /** Titles of the tabs, and what stands in each, in the form's order. */
  readonly tabs: readonly { readonly title: string; readonly fields: MadeSchema['fields'] }[]
}

/** A form of sixty fields in eight tabs, of every kind of field that is typed. */
export function makeLongForm(): MadeForm {
  const fields = Array.from({ length: FIELDS }, (_, at) => ({
    name: `f_${at}`,
    tab: Math.floor((at * TABS) / FIELDS),
    label: `Dato ${at}`,
    ...KINDS[at % KINDS.length]!,
  }))
  const tabs = Array.from({ length: TABS }, (_, at) => ({
    title: `Parte ${at + 1}`,
    own: fields.filter(({ tab }) => tab === at),
  }))
  return {
    name: 'long_forms',
    title: 'Ficha larga',
    fields,
    schema: {
      title: 'Ficha larga',
      type: 'object',
      required: ['f_3', 'f_59'],
      'x-represent': '{f_3}',
      properties: Object.fromEntries(fields.map(({ name, label, property }) => [name, { ...property, title: label }])),
    },
    resource: {
      title: 'Fichas largas',
      list: { columns: ['id', 'f_3'] },
      form: {
        tabs: tabs.map(({ title, own }, at) => ({
          tab: `part_${at + 1}`,
          title,
          rows: [own.slice(0, 3), own.slice(3, 6), own.slice(6)]
            .filter((row) => row.length > 0)
            .map((row) => row.map(({ name }) => name)),
        })),
      },
    },
    tabs: tabs.map(({ title, own }) => ({ title, fields: own })),
  }
}
