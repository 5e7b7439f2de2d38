/** @jsxImportSource hono/jsx */
import type { ConsoleContext } from '../console-context.js'
import { findPeople, PAGE_SIZE, type PersonLine } from '../find-people.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

export const personPath = (personId: string) => `/console/people/${encodeURIComponent(personId)}`

/** The name of a person for a heading or link: the name, else the email, the customer number or the id. */
export const titleOfPerson = ({
  name,
  email,
  partner_user_id,
  person_id,
}: Omit<PersonLine, 'rewards' | 'created_at'>) => name || email || partner_user_id || person_id

/** The longest text that finds something: an email address. */
const MAX_LENGTH = 254

/** `GET /console/people?search=&page=`: the people of the client, newest first. */
export async function showPeople(c: ConsoleContext): Promise<Response> {
  const search = (c.req.query('search') ?? '').replaceAll('\0', '').trim().slice(0, MAX_LENGTH)
  const page = pageIn(c.req.query('page'))
  const { people, count } = await findPeople(c.env, search, page)
  return showPage(c, {
    title: 'People',
    lead: 'Advocates, friends and everybody else whose email address or customer number the program knows.',
    children: (
      <>
        <Search search={search} />
        {people.length ? <PeopleTable people={people} /> : <Empty>{emptyText(search, page)}</Empty>}
        {(page > 1 || count > PAGE_SIZE) && <Pages search={search} page={page} count={count} />}
      </>
    ),
  })
}

/** The number of a page, from one. */
const pageIn = (text = '') => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)

function emptyText(search: string, page: number): string {
  if (page > 1) return 'This page is empty.'
  return search ? `Nobody matches “${search}”.` : 'Nobody has joined the program yet.'
}

const Search = ({ search }: { search: string }) => (
  <search>
    <form method="get" action="/console/people" class="sheet">
      <label for="search">Search</label>
      <input
        id="search"
        type="search"
        name="search"
        value={search}
        maxlength={MAX_LENGTH}
        autocomplete="off"
        spellcheck={false}
        aria-describedby="search-hint"
      />
      <p id="search-hint" class="hint">
        A part of the email address, customer number or name, or your whole id of an event, such as an order number.
      </p>
      <p class="actions">
        <button class="main">Search</button>
        {search && <a href="/console/people">Show everybody</a>}
      </p>
    </form>
  </search>
)

const PeopleTable = ({ people }: { people: PersonLine[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Person</th>
        <th scope="col">Email</th>
        <th scope="col">Customer number</th>
        <th scope="col">Rewards</th>
        <th scope="col">Since</th>
      </tr>
    </thead>
    <tbody>
      {people.map(person => (
        <tr>
          <th scope="row">
            <a href={personPath(person.person_id)}>{titleOfPerson(person)}</a>
          </th>
          <td data-label="Email">{person.email ?? 'None'}</td>
          <td data-label="Customer number">{person.partner_user_id ?? 'None'}</td>
          <td data-label="Rewards">{person.rewards}</td>
          <td data-label="Since">
            <Time date={person.created_at} otherwise="" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Links to the pages before and after this one. */
function Pages({ search, page, count }: { search: string; page: number; count: number }) {
  const hrefOf = (number: number) => `/console/people?${new URLSearchParams({ search, page: String(number) })}`
  return (
    <nav class="actions" aria-label="Pages">
      {page > 1 && (
        <a class="button" href={hrefOf(page - 1)} rel="prev">
          Newer
        </a>
      )}
      {count > page * PAGE_SIZE && (
        <a class="button" href={hrefOf(page + 1)} rel="next">
          Older
        </a>
      )}
      {count > 0 && (
        <span class="hint">
          Page {page} of {Math.ceil(count / PAGE_SIZE)}
        </span>
      )}
    </nav>
  )
}
