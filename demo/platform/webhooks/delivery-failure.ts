import { addressFailures } from '../network/resolve-host.js'

/** Why a message is not delivered, for people who configure the webhook. */
export const deliveryFailures = {
  ...addressFailures,
  connection_failed: 'The receiver does not accept the connection.',
  certificate_invalid: 'The certificate of the receiver is not valid for its host.',
  timeout: 'The receiver does not answer in time.',
  redirected: 'The receiver answers with a redirect, which is not followed. Change the URL of the webhook.',
  rejected: 'The receiver answers with another status than 2xx.',
  gone: 'The receiver answers with 410. This disables the webhook.',
  platform_failed: 'The platform has failed, not the receiver. Background work says why.',
} as const

export type DeliveryFailureCode = keyof typeof deliveryFailures

/** The receiver has not answered. The error says nothing about the network of the platform. */
export class DeliveryFailure extends Error {
  readonly code: DeliveryFailureCode

  constructor(code: DeliveryFailureCode) {
    super(deliveryFailures[code])
    this.name = 'DeliveryFailure'
    this.code = code
  }
}
