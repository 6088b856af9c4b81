import { serveCall, type ServerFeature, stateObjects } from '#engine/server'
import { checkupStatesCall } from '../model/form-calls'
import { formGeneral, saveFormGeneral } from './form-general'
import { presentCheckups, presentFormAnswers } from './present-answers'

export { formsToFill } from './form-to-fill'

const states = serveCall(checkupStatesCall, async ({ model, say }) => ({
  items: [...stateObjects({ model, say }, 'checkups').values()],
}))

/** Forms that are answered: general ones in the console, and the checkups of vehicles. */
export const forms: ServerFeature = {
  name: 'forms',
  needs: {
    form_answers: ['id_form', 'id_user', 'us_type', 'answers', 'idempotency'],
    checkups: ['id_vehicle', 'id_driver', 'id_form', 'mileage', 'state', 'date_checkup', 'answers', 'idempotency'],
  },
  calls: [formGeneral, saveFormGeneral, states],
  hooks: [presentFormAnswers, presentCheckups],
}
