import type { JsonObject } from '#engine/model'

/** A step of a demo bot; edges and the targets of `childs` name steps, `at` is its column and row in the drawing. */
interface DemoStep {
  readonly at: readonly [column: number, row: number]
  readonly to?: { readonly next?: string; readonly positive?: string; readonly default?: string }
  readonly childs?: readonly (JsonObject & { readonly to?: string })[]
  readonly step: JsonObject
}

export interface DemoBot {
  readonly name: string
  readonly channel: 'web' | 'whatsapp' | 'telegram'
  readonly first: string
  readonly isPublished: boolean
  readonly notes: string
  readonly steps: { readonly [name: string]: DemoStep }
}

const say = (message_text: string): JsonObject => ({ type: '1', message_type: '0', message_text })
const ask = (message_text: string): JsonObject => ({ type: '1', message_type: '1', message_text })
const check = (
  validation_type: string,
  variable: string,
  message_text: string,
  error_text: string | null = null,
): JsonObject => ({ type: '4', validation_type, variable, message_text, error_text })
const act = (action_type: string, message_text: string | null = null): JsonObject => ({
  type: '8',
  action_type,
  message_text,
})
const when = (condition_source: string, condition_operator: string, condition_target: string | null, to: string) => ({
  condition_source,
  condition_operator,
  condition_target,
  to,
})

/** Takes bookings from the greeting to the driver's arrival. */
const BOOKING: DemoBot = {
  name: 'Reservas',
  channel: 'web',
  first: 'Saludo',
  isPublished: true,
  notes: 'Cotiza y reserva viajes para ahora; lo demás lo atiende una persona.',
  steps: {
    Saludo: {
      at: [0, 2],
      step: ask('¡Hola! Soy el asistente de Toolrides. ¿En qué le ayudo?'),
      childs: [
        { title: 'Reservar un viaje', to: 'Origen' },
        { title: '¿Dónde está mi conductor?', to: 'Buscar conductor' },
        { title: 'Cancelar mi viaje', to: '¿Cancelar?' },
        { title: 'Hablar con una persona', to: 'Persona' },
      ],
      to: { default: 'Persona' },
    },
    Origen: {
      at: [1, 0],
      step: check(
        'address',
        'origin',
        '¿Desde dónde sale? Escriba la calle y el distrito, o comparta su ubicación.',
        'No encontré esa dirección. Escríbala así: «Av. Larco 345, Miraflores».',
      ),
      to: { positive: 'Destino', default: 'Persona' },
    },
    Destino: {
      at: [2, 0],
      step: check(
        'address',
        'destination',
        'Saldrá de {origin}. ¿A dónde va?',
        'No encontré esa dirección. Escríbala con la calle y el distrito.',
      ),
      to: { positive: '¿Tiene teléfono?', default: 'Persona' },
    },
    '¿Tiene teléfono?': {
      at: [3, 0],
      step: { type: '6' },
      childs: [when('phone', 'empty', null, 'Nombre')],
      to: { default: 'Cotizar' },
    },
    Nombre: {
      at: [4, 1],
      step: { type: '5', message_text: '¿A nombre de quién reservo?', variable: 'name' },
      to: { next: 'Teléfono' },
    },
    Teléfono: {
      at: [5, 1],
      step: check('phone', 'phone', 'Gracias, {name}. ¿A qué teléfono le llama el conductor?'),
      to: { positive: 'Cotizar', default: 'Persona' },
    },
    Cotizar: {
      at: [6, 0],
      step: act('quote', 'Un momento, calculo la tarifa…'),
      to: { positive: 'Confirmar', default: 'Sin tarifa' },
    },
    Confirmar: {
      at: [7, 0],
      step: ask('De {origin} a {destination}: {distance} km, unos {minutes} minutos.\n{product}: {price}. ¿Reservo?'),
      childs: [
        { title: 'Sí, reserve', to: 'Reservar' },
        { title: 'Cambiar el destino', to: 'Destino' },
        { title: 'No, gracias', to: 'Despedida' },
      ],
      to: { default: 'Persona' },
    },
    Reservar: { at: [8, 0], step: act('book', 'Reservando…'), to: { positive: 'Reservado', default: 'No se pudo' } },
    Reservado: {
      at: [9, 0],
      step: ask('Listo: su viaje #{service} está en marcha y ya buscamos un conductor.'),
      childs: [
        { title: '¿Dónde está mi conductor?', to: 'Buscar conductor' },
        { title: 'Cancelar mi viaje', to: '¿Cancelar?' },
        { title: 'Nada más', to: 'Despedida' },
      ],
      to: { default: 'Persona' },
    },
    'Buscar conductor': { at: [1, 3], step: act('where'), to: { positive: '¿Hay conductor?', default: 'Sin viaje' } },
    '¿Hay conductor?': {
      at: [2, 3],
      step: { type: '6' },
      childs: [when('driver', 'filled', null, 'Conductor')],
      to: { default: 'Buscando' },
    },
    Conductor: {
      at: [3, 2],
      step: say('{driver} va en un {vehicle}, placa {plate}. Está por {street} y llega en unos {eta} minutos.'),
      to: { next: '¿Algo más?' },
    },
    Buscando: {
      at: [3, 3],
      step: say('Su viaje está «{state}»; en cuanto un conductor lo acepte podrá verlo aquí.'),
      to: { next: '¿Algo más?' },
    },
    'Sin viaje': {
      at: [2, 4],
      step: say('No veo un viaje en curso en esta conversación.'),
      to: { next: '¿Algo más?' },
    },
    '¿Cancelar?': {
      at: [1, 5],
      step: ask('¿Seguro que cancela su viaje? Puede tener un costo si el conductor ya está en camino.'),
      childs: [
        { title: 'Sí, cancelar', to: 'Cancelar' },
        { title: 'No', to: '¿Algo más?' },
      ],
      to: { default: 'Persona' },
    },
    Cancelar: { at: [2, 5], step: act('cancel'), to: { positive: 'Cancelado', default: 'No se pudo' } },
    Cancelado: { at: [3, 5], step: say('Su viaje quedó cancelado.'), to: { next: '¿Algo más?' } },
    '¿Algo más?': {
      at: [4, 4],
      step: ask('¿Le ayudo en algo más?'),
      childs: [
        { title: 'Sí', to: 'Volver' },
        { title: 'No, gracias', to: 'Despedida' },
      ],
      to: { default: 'Persona' },
    },
    Volver: { at: [5, 4], step: { type: '2' }, to: { next: 'Saludo' } },
    'Sin tarifa': { at: [7, 1], step: say('No puedo darle una tarifa: {problem}'), to: { next: 'Persona' } },
    'No se pudo': { at: [9, 1], step: say('No se pudo: {problem}'), to: { next: 'Persona' } },
    Despedida: { at: [10, 3], step: act('close', 'Gracias por escribirnos. ¡Buen viaje!') },
    Persona: {
      at: [10, 2],
      step: act('human', 'Le paso con una persona de nuestro equipo; le responde en unos minutos.'),
    },
  },
}

/** Answers what is asked most, within the limits of WhatsApp. */
const QUESTIONS: DemoBot = {
  name: 'Preguntas frecuentes',
  channel: 'whatsapp',
  first: 'Menú',
  isPublished: true,
  notes: 'Lo que más se pregunta, sin esperar a nadie.',
  steps: {
    Menú: {
      at: [0, 1],
      step: {
        type: '1',
        message_type: '2',
        message_text: '¡Hola! ¿Sobre qué tiene una pregunta?',
        message_action_button: 'Ver temas',
      },
      childs: [
        { title: 'Tarifas', to: 'Tarifas' },
        { title: 'Formas de pago', to: 'Pago' },
        { title: 'Objetos perdidos', to: 'Objeto' },
        { title: 'Conducir con nosotros', to: 'Conducir' },
        { title: 'Otra cosa', to: '¿De día?' },
      ],
      to: { default: '¿De día?' },
    },
    Tarifas: {
      at: [1, 0],
      step: say(
        'La tarifa depende de la distancia y del tiempo; la ve antes de confirmar. De 20:00 a 23:00 puede ser algo más alta.',
      ),
      to: { next: '¿Sirvió?' },
    },
    Pago: {
      at: [1, 1],
      step: say('Puede pagar en efectivo, con tarjeta o a crédito de su empresa.'),
      to: { next: '¿Sirvió?' },
    },
    Objeto: {
      at: [1, 2],
      step: { type: '5', message_text: '¿Qué perdió, y en qué viaje? Cuéntenoslo y lo buscamos.', variable: 'notes' },
      to: { next: 'Anotado' },
    },
    Anotado: { at: [2, 2], step: say('Anotado. Una persona le escribe hoy mismo.'), to: { next: 'Persona' } },
    Conducir: {
      at: [1, 3],
      step: check('email', 'email', '¡Qué bien! ¿A qué correo le enviamos los requisitos?'),
      to: { positive: 'Enviado', default: 'Persona' },
    },
    Enviado: { at: [2, 3], step: say('Se los enviamos a {email}.'), to: { next: '¿Sirvió?' } },
    '¿Sirvió?': {
      at: [3, 1],
      step: ask('¿Le sirvió la respuesta?'),
      childs: [
        { title: 'Sí, gracias', to: 'Despedida' },
        { title: 'Otra pregunta', to: 'Volver' },
        { title: 'Hablar con alguien', to: '¿De día?' },
      ],
      to: { default: '¿De día?' },
    },
    Volver: { at: [4, 0], step: { type: '2' }, to: { next: 'Menú' } },
    '¿De día?': {
      at: [4, 2],
      step: { type: '6' },
      childs: [when('hour', 'lt', '7', 'De noche')],
      to: { default: 'Persona' },
    },
    'De noche': {
      at: [5, 3],
      step: say('A esta hora atendemos emergencias; le respondemos desde las 7:00.'),
      to: { next: 'Persona' },
    },
    Persona: { at: [6, 2], step: act('human', 'Le paso con una persona.') },
    Despedida: { at: [5, 1], step: act('close', '¡Gracias por escribirnos!') },
  },
}

/** A draft with what the editor finds wrong with it. */
const SURVEY: DemoBot = {
  name: 'Encuesta después del viaje',
  channel: 'telegram',
  first: 'Nota',
  isPublished: false,
  notes: 'Borrador.',
  steps: {
    Nota: {
      at: [0, 0],
      step: check('option', 'score', '¿Cómo estuvo su viaje?'),
      childs: [{ title: 'Muy bien' }, { title: 'Bien' }, { title: 'Mal' }],
      to: { positive: '¿Mal?' },
    },
    '¿Mal?': {
      at: [1, 0],
      step: { type: '6' },
      childs: [when('score', 'eq', 'Mal', 'Motivo')],
      to: { default: 'Gracias' },
    },
    Motivo: { at: [2, 1], step: { type: '5', message_text: '¿Qué pasó?', variable: 'reason' } },
    Gracias: { at: [2, 0], step: act('close', '¡Gracias!') },
  },
}

export const DEMO_BOTS: readonly DemoBot[] = [BOOKING, QUESTIONS, SURVEY]
