/** A WAV file of tones one after the other, each `seconds` long: 44.1 kHz, mono, 16 bit. */
export const wav = (hz: readonly number[], seconds: number): Buffer => {
  const rate = 44_100;
  const pcm = Buffer.alloc(hz.length * seconds * rate * 2);
  for (let i = 0; i < pcm.length / 2; i++) {
    const tone = hz[Math.floor(i / (seconds * rate))] ?? 0;
    pcm.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * tone * i) / rate)), i * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
};
