/** A record of a catalogue as it is typed, and as it is to be kept. */
export interface TypedRecord {
  /** Between the fields ⇥; what saves is not in it. */
  readonly keys: string
  readonly kept: Readonly<Record<string, unknown>>
}

export interface TypedCatalogue {
  readonly path: string
  /** Its calls, where they are not named as its page. */
  readonly calls?: string
  readonly as: string
  /** Saved by Enter and begun again by `n`, or by *Guardar y nuevo*. */
  readonly by: '↵' | '§' | '✓'
  /** @param mark text that no other run has @param at counts the records */
  record(mark: string, at: number): TypedRecord
}

const two = (at: number): string => String(at).padStart(2, '0')
const COMPANY = { id_company__label: 'Agroexportadora Valle Chillón' }

/**
 * Eleven catalogues that have between them: text, formatted text, numbers, money, references (exact, part of a name,
 * without its accent), values, flags, dates.
 */
export const TYPED: readonly TypedCatalogue[] = [
  {
    path: 'brand_vehicles',
    as: 'operator',
    by: '↵',
    record: (mark, at) => ({
      keys: `Niño ${mark} ${at}⇥${mark.slice(0, 3)}${at}`,
      kept: { name: `Niño ${mark} ${at}`, code: `${mark.slice(0, 3)}${at}` },
    }),
  },
  {
    path: 'company_areas',
    as: 'operator',
    by: '✓',
    record: (mark, at) => ({
      keys: `chillon⇥Área ${mark} ${at}⇥01444${two(at)}11⇥a${at}@area.test⇥Av. Brasil 1${at}`,
      kept: {
        ...COMPANY,
        name: `Área ${mark} ${at}`,
        phone: `01444${two(at)}11`,
        email: `a${at}@area.test`,
        address: `Av. Brasil 1${at}`,
      },
    }),
  },
  {
    path: 'expenses',
    as: 'operator',
    by: '↵',
    record: (mark, at) => ({
      keys: `Gasto ${mark} ${at}⇥⇥fi⇥1${at}.5⇥ `,
      kept: { name: `Gasto ${mark} ${at}`, type_amount: 'fixed', amount: Number(`1${at}.5`), needs_photo: 1 },
    }),
  },
  {
    path: 'vehicles',
    as: 'operator',
    by: '↵',
    record: (mark, at) => ({
      keys: `${mark.slice(0, 3).toUpperCase()}-1${two(at)}⇥${mark}${at}⇥${at + 2}⇥sedan⇥Honda⇥City ${at}⇥20${two(at + 10)}⇥azul↵`,
      kept: {
        plate: `${mark.slice(0, 3).toUpperCase()}-1${two(at)}`,
        code: `${mark}${at}`,
        capacity_1: at + 2,
        id_type_vehicle__label: 'Sedán',
        id_brand_vehicle__label: 'Honda',
        model: `City ${at}`,
        year: 2010 + at,
        id_color__label: 'Azul',
      },
    }),
  },
  {
    path: 'promotions',
    as: 'operator',
    by: '✓',
    record: (mark, at) => ({
      keys: `${mark.toUpperCase()}${at}⇥Promo ${mark} ${at}⇥imp⇥1${at}.25⇥⇥5${at}⇥${at}⇥lima este⇥05/01/2027⇥⇥2${at}/02/2027`,
      kept: {
        code: `${mark.toUpperCase()}${at}`,
        name: `Promo ${mark} ${at}`,
        type_benefit: '2',
        amount: Number(`1${at}.25`),
        max_amount: null,
        use_limit: Number(`5${at}`),
        use_limit_client: at,
        id_branch__label: 'Lima Este',
        valid_from: '2027-01-05',
        valid_to: `2027-02-2${at}`,
      },
    }),
  },
  {
    path: 'colors',
    as: 'operator',
    by: '✓',
    record: (mark, at) => ({ keys: `⇥Tono ${mark} ${at}`, kept: { name: `Tono ${mark} ${at}` } }),
  },
  {
    path: 'canned_answers',
    as: 'branch',
    by: '§',
    record: (mark, at) => ({
      keys: `ca${mark}${at}⇥⇥Buenos días, ya va ${mark} ${at}`,
      kept: { name: `ca${mark}${at}`, text: `Buenos días, ya va ${mark} ${at}` },
    }),
  },
  {
    path: 'company_cecos',
    as: 'operator',
    by: '↵',
    record: (mark, at) => ({
      keys: `Agroexportadora⇥Ceco ${mark} ${at}`,
      kept: { ...COMPANY, name: `Ceco ${mark} ${at}` },
    }),
  },
  {
    path: 'category_stores',
    calls: 'delivery/category_stores',
    as: 'operator',
    by: '✓',
    record: (mark, at) => ({ keys: `rest⇥Rubro ${mark} ${at}`, kept: { name: `Rubro ${mark} ${at}` } }),
  },
  {
    path: 'category_articles',
    calls: 'delivery/category_articles',
    as: 'partner',
    by: '↵',
    record: (mark, at) => ({
      keys: `lince⇥Carta ${mark} ${at}`,
      kept: { id_store__label: 'Malambo Lince', name: `Carta ${mark} ${at}` },
    }),
  },
  {
    path: 'faq_questions',
    calls: 'faqs',
    as: 'operator',
    by: '✓',
    record: (mark, at) => ({
      keys: `Pregunta ${mark} ${at}⇥Así se hace ${mark} ${at}⇥pagos y⇥`,
      kept: {
        question: `Pregunta ${mark} ${at}`,
        answer: `<p>Así se hace ${mark} ${at}</p>`,
        id_type_faq__label: 'Pagos y tarifas',
      },
    }),
  },
]
