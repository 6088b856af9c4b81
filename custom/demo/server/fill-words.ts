import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'

/** What somebody has begun to translate into Portuguese. */
const PORTUGUESE: { readonly [key: string]: string } = {
  'login.title': 'Iniciar sessão',
  'login.welcome': 'Olá, %{name}.',
  'login.add_account': 'Adicionar outra conta',
  'login.busy': 'Verificando...',
  'shell.search': 'Ir para...',
  'shell.dark': 'Tema escuro',
  'shell.light': 'Tema claro',
  'shell.language': 'Idioma',
  'shell.home_title': 'Início',
  'shell.not_found': 'Página não encontrada',
  'actions.accept': 'Aceitar',
  'actions.retry': 'Tentar de novo',
  'actions.reload': 'Recarregar',
  'messages.saved': 'Salvo corretamente',
}

/** A third language, begun and not finished, and a mail that somebody has written anew. */
export async function putDemoWords(writer: DemoWriter, date_created: string): Promise<void> {
  const put = (entity: string, rows: readonly JsonObject[]) =>
    writer.insert(entity, rows.length, (index) => rows[index] ?? {})
  await put('languages', [{ code: 'pt', name: 'Português', flag: '🇧🇷', date_created }])
  await put(
    'translations',
    Object.entries(PORTUGUESE).map(([key, value]) => ({ language: 'pt', key, value, date_created })),
  )
  await put('mail_texts', [
    {
      mail: 'receipt',
      language: 'es',
      subject: '%{brand}: recibo de su viaje N.º %{id}',
      date_created,
      body: '<h2>¡Gracias por viajar con nosotros, %{name}!</h2><p>Adjuntamos el recibo de su servicio <strong>N.º %{id}</strong>.</p><p>Si algo no está bien, responda a este correo.</p><p>%{brand}</p>',
    },
  ])
}
