import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailKinds } from '../../src/server/work/mail/mail-kinds'
import { APPLICATION } from '../application'
import { ROOT, sourceFiles } from './import-graph'

/**
 * A sentence by its key, or by the beginning of one, unless another stands in for it (`_`): `say('a.b')`, ``
 * translate(`a.${b}`) ``, `words.say(language, 'a.b')`.
 */
const NAMED =
  /\b(?:say|translate)\(\s*(?:[\w.?[\]]+(?:\([^()]*\))?,\s*)?(['`])([a-z]\w*\.[^'`\n]*)\1(?!,\s*\{[^{}]*\b_:)/g

const keysIn = (object: object, above = ''): string[] =>
  Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    const key = above + name
    return typeof value === 'object' && value !== null ? keysIn(value, `${key}.`) : [key]
  })

const readJson = (path: string): object => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as object

/** `wrong('field', 'key')`, and the same as data: `errors: { field: { key: 'key' } }`. */
const FIELD_ERROR = /\bwrong\((?:'[^']*'|`[^`]*`), '([\w.]+)'|errors: \{ [^{}]+: \{ key: '([\w.]+)'/g

/** The languages that are shipped: each that has a folder. */
const LANGUAGES = readdirSync(join(ROOT, 'i18n')).sort(
  (one, other) => Number(other === 'es') - Number(one === 'es') || Number(other === 'en') - Number(one === 'en'),
)

describe.each(LANGUAGES)('the texts in %s', (language) => {
  test('have every sentence that the code asks for', () => {
    const keys = new Set(
      readdirSync(join(ROOT, 'i18n', language)).flatMap((file) => keysIn(readJson(`i18n/${language}/${file}`))),
    )
    const all = [...keys].join('\n')
    const missing: string[] = []
    let asked = 0
    for (const path of ['src', 'custom'].flatMap(sourceFiles)) {
      for (const [, , key = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(NAMED)) {
        // The framework's own package brings its texts.
        if (key.startsWith('ra.')) continue
        asked++
        const known = key.includes('${') ? new RegExp(`^${patternOf(key)}$`, 'm').test(all) : keys.has(key)
        if (!known) missing.push(`${path}: ${key}`)
      }
    }
    expect(missing).toEqual([])
    expect(asked).toBeGreaterThan(500)
  })

  test('have the sentence of every error that the server names at a field', () => {
    const texts = new Map(textsOf(language))
    // A form says its own by keys of its own.
    const named = ['src/server', 'custom']
      .flatMap(sourceFiles)
      .filter((path) => !path.includes('/client/'))
      .flatMap((path) =>
        [...readFileSync(join(ROOT, path), 'utf8').matchAll(FIELD_ERROR)].map(
          ([, one, other]) => [path, one ?? other ?? ''] as const,
        ),
      )
    expect(
      named.filter(([, key]) => !texts.has(`validation.${key}`)).map(([path, key]) => `${path}: validation.${key}`),
    ).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })

  test('have the name of every mail and of what is inserted in it', () => {
    const keys = new Set(
      readdirSync(join(ROOT, 'i18n', language)).flatMap((file) => keysIn(readJson(`i18n/${language}/${file}`))),
    )
    const asked = mailKinds(APPLICATION).flatMap(({ key, vars, words }) => [
      `mails.names.${key}`,
      `${words}.subject`,
      `${words}.body`,
      ...Object.keys(vars).map((name) => `mails.vars.${name}`),
    ])
    expect(asked.filter((key) => !keys.has(key))).toEqual([])
  })
})

const textsIn = (object: object, above = ''): (readonly [key: string, text: string])[] =>
  Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[above + name, value] as const]
      : value === null
        ? []
        : textsIn(value as object, `${above}${name}.`),
  )
const textsOf = (language: string) =>
  readdirSync(join(ROOT, 'i18n', language)).flatMap((file) => textsIn(readJson(`i18n/${language}/${file}`)))
/** Of the project's own texts: the framework's are as its package has them. */
const ownTexts = (language: string) => textsOf(language).filter(([key]) => !key.startsWith('ra.'))

/** Parameters that count something, wherever they stand. */
const COUNTS =
  'smart_count|count|n|total|max|min|most|is|rows|read|saved|created|undone|days|hours|minutes|s|retry_s|parts|routes|all|found'
const COUNTED = {
  es: `%\\{(?:${COUNTS}|by)\\}\\s+(?!más\\b)\\p{L}{2,}s(?!\\p{L})`,
  en: `%\\{(?:${COUNTS})\\}\\s+(?!was\\b|has\\b)\\p{L}{2,}s(?!\\p{L})`,
}

test.each(['es', 'en'] as const)('what is counted in %s has a form for one and a form for many', (language) => {
  const counted = new RegExp(COUNTED[language], 'u')
  expect(
    ownTexts(language)
      .filter(([, text]) => !text.includes('||||') && counted.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  ).toEqual([])
})

test('a text has the same forms in each language', () => {
  const formsOf = (language: string) =>
    new Map(ownTexts(language).map(([key, text]) => [key, text.split('||||').length]))
  const [first, ...others] = LANGUAGES.map(formsOf)
  for (const other of others)
    expect([...other].filter(([key, forms]) => first?.has(key) && first.get(key) !== forms)).toEqual([])
})

/** What a text is filled with, and the markup in it: each as often as it stands there. */
const filledWith = (text: string): string =>
  JSON.stringify((text.match(/%\{\w+\}|<\/?\w+|\{\{[^}]*\}\}/g) ?? []).toSorted())

// Spanish titles stand in the metadata, so its files have fewer keys: English is what the others are held to.
test.each(LANGUAGES.filter((language) => language !== 'es' && language !== 'en'))(
  '%s says all that English says, and fills it with the same',
  (language) => {
    const english = new Map(ownTexts('en'))
    const own = new Map(ownTexts(language))
    expect([...english.keys()].filter((key) => !own.has(key))).toEqual([])
    expect([...own.keys()].filter((key) => !english.has(key))).toEqual([])
    // Of a counted text the form for one may leave the number out.
    const many = (text: string): string => text.split('||||').at(-1) ?? ''
    expect(
      [...own]
        .filter(([key, text]) => filledWith(many(text)) !== filledWith(many(english.get(key) ?? '')))
        .map(([key, text]) => `${key}: ${text}`),
    ).toEqual([])
  },
)

test.each(LANGUAGES)('in %s the form of a new record names what it makes', (language) => {
  const keys = new Set(ownTexts(language).map(([key]) => key))
  const made = readdirSync(join(ROOT, 'resources'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .filter((name) => {
      const said = readJson(`resources/${name}.json`) as { readonly form?: object; readonly readOnly?: boolean }
      // Settings are one record that there always is; of what the program alone writes nobody makes one.
      return said.form !== undefined && said.readOnly !== true && !/^(?:app|settings)_/.test(name)
    })
  expect(made.length).toBeGreaterThan(50)
  expect(made.map((name) => `resources.${name}.new`).filter((key) => !keys.has(key))).toEqual([])
  // The activity names what something was done to: of every catalogue, one.
  const all = readdirSync(join(ROOT, 'resources'))
    .filter((file) => /^(?!app_|settings_).*\.json$/.test(file))
    .map((file) => `resources.${file.replace('.json', '')}.one`)
  expect(all.filter((key) => !keys.has(key))).toEqual([])
})

test.each(LANGUAGES)('what the activity in %s says that somebody did stands by itself', (language) => {
  const verbs = ownTexts(language).filter(([key]) => key.startsWith('logs.types.'))
  expect(verbs.length).toBeGreaterThan(40)
  // What it was done to follows after a point of its own, or is the page that the activity stands on.
  expect(
    verbs.filter(([, text]) =>
      /(?:\s(?:de|del|a|al|con|como|en|por|para|of|to|from|with|as|for|by)|[:,.\s])$/.test(text),
    ),
  ).toEqual([])
})

test.each(LANGUAGES.filter((language) => language !== 'es'))(
  'a text in %s names no value that the Spanish one lacks',
  (language) => {
    const namesIn = (text: string): readonly string[] => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name)
    const spanish = new Map(ownTexts('es').map(([key, text]) => [key, new Set(namesIn(text))]))
    expect(
      ownTexts(language).filter(
        ([key, text]) => spanish.has(key) && namesIn(text).some((name) => !spanish.get(key)?.has(name)),
      ),
    ).toEqual([])
  },
)

/** What the spec writes word for word, in the other form of address. */
const SPEC_ADDRESS = [
  'Escribe algo para buscar.',
  'Tu contraseña ha sido cambiada exitosamente.',
  'Lo sentimos pero no pudimos encontrar la página que estás buscando',
  'Verifica que aún dispones de crédito para evitar cargos adicionales.',
  'Una vez aceptado el pedido no podrás cancelarlo.',
  'Asegúrate de entregar el pedido al conductor apropiado.',
]
const FAMILIAR_WORD =
  'tus?|tú|te|ti|contigo|puedes|tienes|quieres|eres|estás|debes|podrás|dispones|registres|vuelve a (?:entrar|intentar)'
// At the beginning alone: elsewhere it is what somebody or something does ("el cliente elige").
const FAMILIAR_VERB = 'escribe algo|pasa el|espera un momento|verifica que|asegúrate|selecciona|arrastra|pulsa|haz'
const FAMILIAR = new RegExp(
  `(?<!\\p{L})(?:${FAMILIAR_WORD})(?!\\p{L})|(?:^|[.:?!] )(?:${FAMILIAR_VERB})(?!\\p{L})`,
  'iu',
)
/** Every Spanish text that a person meets: the texts, the framework's too, and the originals in the metadata. */
function spanishTexts(): readonly (readonly [where: string, text: string])[] {
  const said = textsOf('es')
  const folders = ['schemas', 'resources', 'resources/reports', 'src/system/schemas']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${folder}/${file}`),
  )
  return [...said, ...files.flatMap((file) => textsIn(readJson(file), `${file} `))]
}

test('the console says "usted" in Spanish, save where the spec writes otherwise', () => {
  const all = spanishTexts()
  expect(all.length).toBeGreaterThan(7000)
  expect(
    all
      .filter(([, text]) => FAMILIAR.test(text) && !SPEC_ADDRESS.includes(text))
      .map(([where, text]) => `${where}: ${text}`),
  ).toEqual([])
  expect(SPEC_ADDRESS.filter((text) => !FAMILIAR.test(text))).toEqual([])
})

test('what is quoted in Spanish stands in «»', () => {
  expect(textsOf('es').filter(([, text]) => /["“”]/.test(text))).toEqual([])
})

/** Words that the house gave up for another, which means the same to whoever reads them: one word for one thing. */
const GIVEN_UP = /(?<!\p{L})(?:añadir|planillas?|métodos? de pago|informes?|la casa|Intro)(?!\p{L})/iu

test('one thing has one word in Spanish', () => {
  // The picture of a house is called so, and a chart of figures may be an "Informe".
  const kept = (where: string): boolean => where.startsWith('icons.') || / .*\/x-also|attachment/.test(where)
  expect(spanishTexts().filter(([where, text]) => GIVEN_UP.test(text) && !kept(where))).toEqual([])
})

test.each(LANGUAGES)(
  'in %s every group of texts that is neither a table nor a page is called by a name, and not by its key',
  (language) => {
    const own = new Map(textsOf(language))
    const groups = [...new Set([...own.keys()].map((key) => key.split('.')[0] ?? ''))].filter(
      (group) => !/^(?:entities|resources|reports|language|fields)$/.test(group),
    )
    expect(groups.length).toBeGreaterThan(80)
    expect(groups.filter((group) => !own.has(`console_texts.parts.${group}`))).toEqual([])
    expect(
      [...own].filter(([key, text]) => key.startsWith('console_texts.parts.') && text === key.split('.')[2]),
    ).toEqual([])
  },
)

test('three dots are one sign, save where the spec writes three', () => {
  const spec = [
    'Enviando solicitud de confirmación...',
    'Verificando...',
    'Restaurando...',
    'Guardando...',
    'Activando...',
    'Desactivando...',
    'Ir a...',
  ]
  expect(ownTexts('es').filter(([, text]) => text.includes('...') && !spec.includes(text))).toEqual([])
})

test.each(
  LANGUAGES.flatMap((language) => readdirSync(join(ROOT, 'i18n', language)).map((file) => `i18n/${language}/${file}`)),
)('%s has no key twice', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const namesIn = (object: object): number =>
    Object.values(object).reduce(
      (sum: number, value: unknown) => sum + 1 + (typeof value === 'object' && value !== null ? namesIn(value) : 0),
      0,
    )
  // The second of two would silently stand for both.
  expect(text.match(/^\s*"[^"]+":/gm)).toHaveLength(namesIn(JSON.parse(text) as object))
})

/** What a template may become: each of its expressions is a part of a key, or several. */
function patternOf(template: string): string {
  return template
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((text) => text.replaceAll('.', '\\.'))
    .join('[\\w.]+')
}
