import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'

/** What the outbox of a house looks like after its first day: a mail that went out, and one whose address was wrong. */
export async function putDemoMails(writer: DemoWriter, date: string): Promise<void> {
  const mails: readonly JsonObject[] = [
    {
      recipient: 'operator@demo.test', subject: 'Bienvenida a Toolrides', status: '2', attempts: 1, date_sent: date,
      body: 'Hola, Rosa:\n\nSu cuenta de Toolrides está lista. Ingrese con su correo y la contraseña que eligió.',
    },
    {
      recipient: 'sin.buzon@demo.test', subject: 'Cambie su contraseña', status: '3', attempts: 1,
      reason: '550 5.1.1 El buzón no existe.',
      body: 'Hola:\n\nRecibimos una solicitud para cambiar su contraseña.\n\n(enlace reservado)',
    },
  ]
  await writer.insert('mail_outbox', mails.length, (index) => ({ ...mails[index], date_created: date }))
}
