/**
 * An SQL expression for the code of the link that a text means. Capitals do not matter, unless another link has exactly this code. Of
 * several links the oldest counts. `text` is an expression, `condition` limits the links and their `owner`.
 */
export const linkByCode = (text: string, condition = 'true') =>
  `(select code from shareables join persons owner using (person_id)
    where lower(code) = lower(${text}) and ${condition} order by code = ${text} desc, position limit 1)`
