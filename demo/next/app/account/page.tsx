import { Account } from './account'

export default function AccountPage() {
  return (
    <>
      <h1>Account</h1>
      <Account />
    </>
  )
}
