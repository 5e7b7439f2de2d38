import { VoucherifyValidate } from '@voucherify/react-widget'
import '@voucherify/react-widget/dist/voucherify.css'
import { createElement } from 'react'
import { render } from 'react-dom'
import { program } from './program.js'

const widget = createElement(VoucherifyValidate, {
  apiUrl: program,
  clientApplicationId: 'bench',
  clientSecretKey: 'bench',
  textValidate: 'Validate',
})
render(widget, document.getElementById('place'))
