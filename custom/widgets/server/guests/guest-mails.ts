import { living, visible } from '#app/tables'
import type { CallContext, MailKind } from '#engine/server'

interface About {
  readonly id: number
  readonly title: string
  readonly about: { readonly [word: string]: string | null | undefined }
}

/** A mail of a record that is there, without its link: that is a secret of who gets it. */
const exampleOf = ({ settings }: CallContext, { id, title, about }: About) => {
  const words = Object.fromEntries(Object.entries(about).map(([word, text]) => [word, text ?? '']))
  return { id, title, values: { ...words, url: 'https://', brand: String(settings['brand'] ?? '') } }
}

/** What a company's guest gets: the code and where to book with it. */
export const voucherMail: MailKind = {
  key: 'voucher',
  words: 'widgets.voucher_mail',
  vars: {
    company: 'Andina',
    name: 'Feria',
    code: 'K7QM-2XWP-9RTA',
    valid_to: '2026-11-30',
    url: 'https://',
    brand: 'Toolrides',
  },
  about: {
    resource: 'vouchers',
    example: async (context, id) => {
      const row = await visible(context.db, context, 'vouchers')
        .$if(id !== null, (query) => query.where('id', '=', id))
        .orderBy('id', 'desc')
        .select(['id', 'id_company', 'name', 'code', 'valid_to'])
        .limit(1)
        .executeTakeFirst()
      if (!row) return null
      const company = await living(context.db, 'companies')
        .where('id', '=', row.id_company)
        .select('name')
        .executeTakeFirst()
      const { id: own, name, code, valid_to } = row
      return exampleOf(context, {
        id: own,
        title: name ?? '',
        about: { company: company?.name, name, code, valid_to: String(valid_to) },
      })
    },
  },
}

/** What a guest gets once their ride is booked. */
export const guestRideMail: MailKind = {
  key: 'guest_ride',
  words: 'widgets.guest_ride_mail',
  vars: {
    name: 'Ana',
    company: 'Andina',
    origin: 'Av. Larco 345',
    destination: 'Aeropuerto',
    url: 'https://',
    brand: 'Toolrides',
  },
  about: {
    resource: 'services',
    example: async (context, id) => {
      const ride = await visible(context.db, context, 'services as s')
        .leftJoin('companies as c', 'c.id', 's.id_company')
        .where('s.id_voucher', 'is not', null)
        .$if(id !== null, (query) => query.where('s.id', '=', id))
        .orderBy('s.id', 'desc')
        .select(['s.id', 's.invited_name', 's.org_address', 's.dst_address', 'c.name as company'])
        .limit(1)
        .executeTakeFirst()
      if (!ride) return null
      const { invited_name, company, org_address, dst_address } = ride
      return exampleOf(context, {
        id: ride.id,
        title: String(ride.id),
        about: { name: invited_name, company, origin: org_address, destination: dst_address },
      })
    },
  },
}
