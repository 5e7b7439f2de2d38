export const en = {
  qr_label: 'QR code for your link',
  qr_hint: 'Let a friend scan this code, or print it.',
  qr_png: 'Save as PNG',
  qr_svg: 'Save as SVG',
}
