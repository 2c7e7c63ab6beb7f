/** What an encoder sends, as far as its first bytes show. */
export type InputFormat = {
  /** ffmpeg's name of the container; forced, so that nothing is guessed from content. */
  demuxer: 'mp3' | 'aac' | 'ogg' | 'flac' | 'wav' | 'matroska';
  codec: 'mp3' | 'aac' | 'vorbis' | 'opus' | 'flac' | 'wav' | 'webm' | 'ogg';
  /** Hz; 0 where unknown. */
  sample_rate: number;
  channels: number;
};

/** Always enough bytes to detect the format. */
export const sniffBytes = 65_536;

/**
 * Detects the format of a source from its first bytes; undefined while there are too few, null for an unknown format.
 * MP3 and AAC are returned without a rate: their frames have it.
 */
export const sniff = (bytes: Buffer, hint: string): InputFormat | null | undefined => {
  if (bytes.length < 64) return undefined;
  const word = bytes.toString('latin1', 0, 4);
  if (word === 'OggS') return sniffOgg(bytes);
  if (word === 'fLaC') return flac(bytes, 8);
  if (word === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE') {
    const at = bytes.indexOf('fmt ', 12, 'latin1');
    if (at < 0 || at + 16 > bytes.length) return bytes.length < sniffBytes ? undefined : null;
    return inputFormat('wav', 'wav', bytes.readUInt32LE(at + 12), bytes.readUInt16LE(at + 10));
  }
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return inputFormat('matroska', 'webm', 0, 0);
  const codec = /aac/i.test(hint) ? 'aac' : /mpeg|mp3/i.test(hint) ? 'mp3' : undefined;
  if (codec) return inputFormat(codec, codec, 0, 0);
  return sniffFrames(bytes);
};

const sniffFrames = (bytes: Buffer): InputFormat | null | undefined => {
  if (bytes.toString('latin1', 0, 3) === 'ID3') return inputFormat('mp3', 'mp3', 0, 0);
  for (let at = 0; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    if ((bytes[at + 1]! & 0xf6) === 0xf0) return inputFormat('aac', 'aac', 0, 0);
    if ((bytes[at + 1]! & 0xe6) === 0xe2) return inputFormat('mp3', 'mp3', 0, 0);
  }
  return bytes.length < sniffBytes ? undefined : null;
};

const sniffOgg = (bytes: Buffer): InputFormat | undefined => {
  const at = 27 + bytes[26]!;
  if (bytes.length < at + 42) return undefined;
  if (bytes.toString('latin1', at, at + 8) === 'OpusHead') {
    return inputFormat('ogg', 'opus', 48_000, bytes[at + 9]!);
  }
  if (bytes.toString('latin1', at + 1, at + 7) === 'vorbis') {
    return inputFormat('ogg', 'vorbis', bytes.readUInt32LE(at + 12), bytes[at + 11]!);
  }
  if (bytes.toString('latin1', at + 1, at + 5) === 'FLAC') {
    return { ...flac(bytes, at + 17), demuxer: 'ogg' };
  }
  return inputFormat('ogg', 'ogg', 0, 0);
};

/** STREAMINFO begins at `at`; its bytes 10 to 12 hold the rate and channels. */
const flac = (bytes: Buffer, at: number): InputFormat => {
  const rate = bytes.readUIntBE(at + 10, 3) >> 4;
  return inputFormat('flac', 'flac', rate, ((bytes[at + 12]! >> 1) & 7) + 1);
};

const inputFormat = (
  demuxer: InputFormat['demuxer'],
  codec: InputFormat['codec'],
  sample_rate: number,
  channels: number,
): InputFormat => ({ demuxer, codec, sample_rate, channels });
