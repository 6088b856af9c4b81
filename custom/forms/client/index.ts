import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

const fill = lazy(() => import('./fill/FillScreen'))

/** Forms: the editor of one, and a general one to be filled in. */
export const forms: ClientFeature = {
  name: 'forms',
  routes: [
    {
      path: '/form_design/:id',
      module: 'forms',
      title: 'resources.forms.name',
      screen: lazy(() => import('./editor/FormScreen')),
    },
    // The second address is the former one, which notices and mails have.
    { path: '/form/:id', module: 'form_answers', right: 'edit', title: 'resources.form_answers.name', screen: fill },
    {
      path: '/form_general/:id',
      module: 'form_answers',
      right: 'edit',
      title: 'resources.form_answers.name',
      screen: fill,
    },
  ],
}
