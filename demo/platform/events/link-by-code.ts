/**
 * An SQL expression for the code of the link that a text means. Capitals do not matter, unless another link has exactly this code. Of
 * several links the oldest counts. `text` and `clientId` are expressions.
 */
export const linkByCode = (text: string, clientId = 'client_id') =>
  `(select code from shareables join persons owner using (person_id)
    where lower(code) = lower(${text}) and owner.client_id = ${clientId} order by code = ${text} desc, position limit 1)`
