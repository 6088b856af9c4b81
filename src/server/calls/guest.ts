import type { Actor } from '../../model/actor'

/** Who asks on a public call without a session: nobody, with no rights. */
export const guestOf = (language: string): Actor => ({
  id: 0, root: false, operator: false, corporate: false, language, id_company: null, id_branches: null, rights: {}, facts: { language },
})
