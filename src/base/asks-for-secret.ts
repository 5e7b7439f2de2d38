/**
 * What the words of a field say that asks for a secret. The name counts, too: a password that is shown has neither the type nor, often, the
 * attribute.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-field
 */
const SECRETS = [
  // Hidden fields, passwords, PINs and one-time codes. Words such as "pin color" and "pass type" speak of things.
  /hidden| (pass|pin|pan|t?otp|csc|iban|ssn)(code)? (?!colo|size|style|type)|pass(w|ph|key|port)|pwd|authn|one ?time ?[cp]/,
  // Cards and bank accounts.
  /cv[cnv]|(credit|debit) ?card|card ?(n|code|exp|veri)| cc ?(?!email)[a-z]|security ?code|bank ?acc|acc(oun)?t ?n(o |um)|routing|sort ?code/,
  // Numbers that a state gives a person.
  / (social|national) ?(sec|ins|id)| tax ?(payer ?)?(id|num)/,
]

/** Whether a field asks for a secret, which no event may contain. `text` has its type, its purpose and its name, or what is known of them. */
export function asksForSecret(text: string): boolean {
  // `payment[ccNumber]` has the words "payment cc number".
  const words = ` ${text} `
    .replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ')
    .replace(/[^a-z]+/gi, ' ')
    .toLowerCase()
  return SECRETS.some(secret => secret.test(words))
}
