import { wavHeader } from '../tools/demo/wav-header.ts';

/** A WAV file of tones one after the other, each `seconds` long: 44.1 kHz, mono, 16 bit. */
export const wav = (hz: readonly number[], seconds: number): Buffer => {
  const rate = 44_100;
  const pcm = Buffer.alloc(hz.length * seconds * rate * 2);
  for (let i = 0; i < pcm.length / 2; i++) {
    const tone = hz[Math.floor(i / (seconds * rate))] ?? 0;
    pcm.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * tone * i) / rate)), i * 2);
  }
  return Buffer.concat([wavHeader(pcm.length / 2, { channels: 1, rate }), pcm]);
};
