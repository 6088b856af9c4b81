import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'

const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const part = (title: string, ...texts: readonly string[]): string => `<h2>${title}</h2>${paragraphs(...texts)}`

const LEGALS: readonly {
  readonly type: string
  readonly target: string
  readonly prefix: string
  readonly language: string
  readonly name: string
  readonly content: string
  readonly state?: '0'
}[] = [
  {
    type: 'terms',
    target: 'all',
    prefix: 'terminos',
    language: 'es',
    name: 'Términos y condiciones',
    content:
      paragraphs('Estos términos rigen el uso de Toolrides por sus clientes, sus empresas y sus conductores.') +
      part(
        'El servicio',
        'Toolrides recibe pedidos de transporte y los asigna a conductores habilitados. La tarifa se calcula antes de pedir y se muestra con todos sus conceptos.',
      ) +
      part(
        'Cancelaciones',
        'Un servicio puede cancelarse sin costo hasta que el conductor llega al punto de recojo. Después se cobra la tarifa mínima del producto.',
      ) +
      part(
        'Reclamos',
        'Los reclamos se atienden por el correo <a href="mailto:hola@toolrides.test">hola@toolrides.test</a> en un plazo de quince días hábiles.',
      ),
  },
  {
    type: 'terms',
    target: 'all',
    prefix: 'terminos',
    language: 'en',
    name: 'Terms and conditions',
    content:
      paragraphs('These terms govern the use of Toolrides by its clients, their companies and its drivers.') +
      part(
        'The service',
        'Toolrides takes requests for transport and assigns them to licensed drivers. The fare is worked out before a request and shown with all its parts.',
      ) +
      part(
        'Cancellations',
        'A service is cancelled free of charge until the driver has reached the pick-up point. After that the minimum fare is charged.',
      ) +
      part(
        'Complaints',
        'Complaints are answered at <a href="mailto:hola@toolrides.test">hola@toolrides.test</a> within fifteen working days.',
      ),
  },
  {
    type: 'privacy',
    target: 'all',
    prefix: 'privacidad',
    language: 'es',
    name: 'Política de privacidad',
    content:
      part(
        'Qué datos guardamos',
        'Nombre, teléfono y correo de quien pide; el recorrido de cada servicio; lo que se pagó.',
      ) +
      part('Para qué', 'Para atender los servicios, cobrarlos y responder reclamos. No se venden a nadie.') +
      '<h2>Sus derechos</h2><ul><li>Saber qué datos tenemos.</li><li>Corregirlos.</li><li>Pedir que se eliminen.</li></ul>',
  },
  {
    type: 'other',
    target: 'driver',
    prefix: 'conducta-de-conductores',
    language: 'es',
    name: 'Código de conducta de conductores',
    content:
      '<ol><li>Llegue a la hora.</li><li>Conduzca sin teléfono en la mano.</li><li>Trate con respeto a cada pasajero.</li></ol>',
  },
  {
    type: 'cookies',
    target: 'all',
    prefix: 'cookies',
    language: 'es',
    name: 'Uso de cookies',
    content: paragraphs('Borrador: la consola guarda solo la sesión.'),
    state: '0',
  },
]

interface DemoCategory {
  readonly target: string
  readonly name: string
  readonly icon: string
  readonly faqs: readonly (readonly [question: string, answer: string])[]
}

const CATEGORIES: readonly DemoCategory[] = [
  {
    target: 'client',
    name: 'Pedir un servicio',
    icon: 'local_taxi',
    faqs: [
      [
        '¿Cómo pido un servicio?',
        'Llame a la central, escríbanos por el chat o use la aplicación. Solo necesitamos el punto de recojo y el destino.',
      ],
      [
        '¿Puedo pedirlo para otro día?',
        'Sí. Indique la fecha y la hora: el conductor se asigna unos minutos antes y usted recibe sus datos.',
      ],
      ['¿Puedo pedir para otra persona?', 'Sí. Dé su nombre y su teléfono: el conductor la llamará a ella.'],
    ],
  },
  {
    target: 'client',
    name: 'Pagos y tarifas',
    icon: 'payments',
    faqs: [
      [
        '¿Cómo se calcula la tarifa?',
        'Por la distancia y el tiempo del recorrido, con los peajes aparte. La ve antes de confirmar.',
      ],
      ['¿Qué medios de pago aceptan?', 'Efectivo, tarjeta y, para empresas, crédito mensual con factura.'],
      [
        '¿Cómo uso un código de promoción?',
        'Escríbalo al pedir el servicio. El descuento aparece en el precio antes de confirmar.',
      ],
    ],
  },
  {
    target: 'client',
    name: 'Objetos olvidados',
    icon: 'help',
    faqs: [
      [
        'Olvidé algo en el vehículo',
        'Escríbanos con la fecha y la hora del servicio. El conductor nos dirá el mismo día si lo encontró.',
      ],
    ],
  },
  {
    target: 'driver',
    name: 'Turnos y pedidos',
    icon: 'badge',
    faqs: [
      [
        '¿Por qué no me llegan pedidos?',
        'Revise que su turno esté abierto, que el teléfono envíe su posición y que no esté en pausa.',
      ],
      ['¿Cuánto tiempo tengo para aceptar?', 'Treinta segundos. Después el pedido pasa al siguiente conductor.'],
    ],
  },
  {
    target: 'driver',
    name: 'Liquidaciones',
    icon: 'payments',
    faqs: [
      ['¿Cuándo me pagan?', 'Cada lunes se emite la liquidación de la semana anterior y se paga en dos días hábiles.'],
    ],
  },
  {
    target: 'partner',
    name: 'Mi tienda',
    icon: 'store',
    faqs: [
      [
        '¿Cómo cambio mi horario?',
        'En <strong>Tiendas</strong>, abra la suya y marque los días de atención. Un día cerrado puede ponerse como excepción con su fecha.',
      ],
    ],
  },
  {
    target: 'operator',
    name: 'Central',
    icon: 'support_agent',
    faqs: [
      [
        'Un cliente no encuentra a su conductor',
        'Abra el servicio en el despachador, compruebe la posición y llame al conductor desde su ficha.',
      ],
    ],
  },
]

/** The legal texts of the house, in two languages where it has them, and the questions that people ask. */
export async function putDemoTexts(writer: DemoWriter, moments: Moments): Promise<void> {
  const date_created = moments.clock(-60, 10 * 3600).toISOString()
  await writer.insert('legals', LEGALS.length, (at) => {
    const legal = LEGALS[at]
    return {
      ...(legal as JsonObject),
      original_name: legal?.name ?? null,
      original_content: legal?.content ?? null,
      date_created,
    }
  })
  const ids = await writer.insert('type_faqs', CATEGORIES.length, (at) => {
    const { target = 'client', name = '', icon = 'help' } = CATEGORIES[at] ?? {}
    return { target, name, icon, rank: at + 1, date_created }
  })
  const faqs = CATEGORIES.flatMap(({ target, faqs: of }, at) =>
    of.map(
      ([question, answer], rank): JsonObject => ({
        id_type_faq: ids[at] ?? 0,
        target,
        question,
        answer: `<p>${answer}</p>`,
        rank: rank + 1,
        date_created,
      }),
    ),
  )
  await writer.insert('faqs', faqs.length, (at) => faqs[at] ?? {})
}
