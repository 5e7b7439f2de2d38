/** The audiences of a person that count in these containers. Volatile, as `earlier_event`. */
export const audiencesOf = `
create function audiences_of(person text, containers text[]) returns text[] language plpgsql volatile as $$
begin
  return array(select distinct audience_id from audience_memberships where person_id = person and container = any(containers));
end $$;
`
