/** The header of a WAV file of 16-bit samples; `frames`: how many samples each channel has, `rate`: Hz. */
export const wavHeader = (frames: number, { channels, rate }: { channels: number; rate: number }): Buffer => {
  const [frameBytes, headerBytes] = [channels * 2, 44];
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(headerBytes - 8 + frames * frameBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(frames * frameBytes, 40);
  return header;
};
