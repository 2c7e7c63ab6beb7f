/** An ID3v2.3 tag with title and artist (without empty ones), to be written before MP3 frames. */
export const id3Tag = (texts: { title: string; artist: string }): Buffer => {
  const frames = Buffer.concat([textFrame('TIT2', texts.title), textFrame('TPE1', texts.artist)]);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]);
  // Sync-safe size: seven bits per byte, so that no tag looks like a frame.
  for (let i = 0; i < 4; i++) head[6 + i] = (frames.length >> (7 * (3 - i))) & 0x7f;
  return Buffer.concat([head, frames]);
};

/** UTF-16 with byte order mark, which every player supports. */
const textFrame = (id: string, text: string): Buffer => {
  if (text === '') return Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const head = Buffer.alloc(10);
  head.write(id, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
};
