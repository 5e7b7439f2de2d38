export interface PictureSize {
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The type and size of a PNG or JPEG file, from its first bytes. Undefined for any other file. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG))
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return bytes.length >= 2 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined
}

/** A JPEG file is a list of segments. The segment that begins the picture has its size. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // A byte 0xff more is padding.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The markers of a frame, without those for tables (DHT, JPG and DAC), which lie between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
