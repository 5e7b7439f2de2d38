/** English. */
export const words = {
  qr_label: 'QR code of your link',
  qr_hint: 'Let a friend scan it, or print it.',
  qr_png: 'Save as PNG',
  qr_svg: 'Save as SVG',
}
