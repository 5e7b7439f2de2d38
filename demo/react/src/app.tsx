import { Link } from './link.js'
import { ProfilePage } from './profile-page.js'
import { useRoute } from './route.js'
import { SharePage } from './share-page.js'

/** An app with two pages and a navigation. */
export function App() {
  const route = useRoute()
  return (
    <>
      <header className="masthead">
        <a className="brand" href="/">
          <img src="/images/juniper.svg" alt="" width="36" height="36" />
          Juniper
        </a>
        <nav aria-label="Club">
          <Link to="/">Share</Link>
          <Link to="/you">Profile</Link>
        </nav>
      </header>
      <main>{route === '/you' ? <ProfilePage /> : <SharePage />}</main>
    </>
  )
}
