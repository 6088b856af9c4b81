import { Navigate, useParams } from 'react-router-dom'

/** `/faqs/{target}/{id_type_faq}/form`: the form of a new question, over those of its category. */
export default function FaqForm() {
  const { target = '', id = '' } = useParams()
  return <Navigate replace to={`/faqs/${encodeURIComponent(target)}/${encodeURIComponent(id)}/faqs/create`} />
}
