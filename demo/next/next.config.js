/** @type {import('next').NextConfig} */
const config = {
  // A lock file above this folder must not make the whole repository the root of the app.
  turbopack: { root: import.meta.dirname },
}

export default config
