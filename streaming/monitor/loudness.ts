/** Decoded audio: 16-bit samples, channels interleaved. */
export type Pcm = { samples: Int16Array; sample_rate: number; channels: number };

/** Length of a loudness window, ms (EBU R128: momentary). */
const windowMs = 400;
const hopMs = 100;

/**
 * The loudest momentary loudness of a piece of audio, LUFS (ITU-R BS.1770, ungated; mono counts once); −Infinity for
 * digital silence. Less than 400 ms of audio is one window.
 */
export const loudestMoment = (pcm: Pcm): number => {
  const hop = Math.max(Math.round((pcm.sample_rate * hopMs) / 1000), 1);
  const energies = energyPerHop(pcm, hop);
  const hops = Math.min(windowMs / hopMs, energies.length);
  let loudest = 0;
  for (let at = 0; at + hops <= energies.length; at++) {
    let sum = 0;
    for (let i = at; i < at + hops; i++) sum += energies[i]!;
    loudest = Math.max(loudest, sum / (hops * hop));
  }
  return lufsOf(loudest);
};

/** The loudness of a whole piece of audio, LUFS (BS.1770, ungated; mono counts once); −Infinity for digital silence. */
export const meanLoudness = (pcm: Pcm): number => {
  const hop = Math.max(Math.round((pcm.sample_rate * hopMs) / 1000), 1);
  const energies = energyPerHop(pcm, hop);
  return lufsOf(energies.reduce((sum, energy) => sum + energy, 0) / (energies.length * hop || 1));
};

const lufsOf = (power: number): number => (power > inaudible ? -0.691 + 10 * Math.log10(power / fullScale) : -Infinity);

const fullScale = 32_768 ** 2;
/** Residue of a decaying filter, in units of a sample step, squared. */
const inaudible = 1e-4;

/**
 * The sum of the weighted squares of all channels in each interval of `hop` samples; an incomplete interval is omitted
 * unless it is the only one.
 */
const energyPerHop = ({ samples, sample_rate, channels }: Pcm, hop: number): number[] => {
  const length = Math.floor(samples.length / channels);
  const count = Math.max(Math.floor(length / hop), length > 0 ? 1 : 0);
  const energies = Array.from({ length: count }, () => 0);
  const [shelf, highPass] = weighting(sample_rate);
  for (let channel = 0; channel < channels; channel++) {
    let [a1, a2, b1, b2] = [0, 0, 0, 0];
    for (let hopAt = 0; hopAt < count; hopAt++) {
      let sum = 0;
      const end = Math.min((hopAt + 1) * hop, length);
      for (let at = hopAt * hop; at < end; at++) {
        const x = samples[at * channels + channel]!;
        const y = shelf.b0 * x + a1;
        a1 = shelf.b1 * x - shelf.a1 * y + a2;
        a2 = shelf.b2 * x - shelf.a2 * y;
        const z = highPass.b0 * y + b1;
        b1 = highPass.b1 * y - highPass.a1 * z + b2;
        b2 = highPass.b2 * y - highPass.a2 * z;
        sum += z * z;
      }
      energies[hopAt]! += sum;
    }
  }
  return energies;
};

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

const cache = new Map<number, [Biquad, Biquad]>();

/** The K-weighting of BS.1770 at a sample rate: a head shelf filter and a high pass. */
const weighting = (rate: number): [Biquad, Biquad] => {
  const filters = cache.get(rate) ?? [headShelf(rate), highPass(rate)];
  cache.set(rate, filters);
  return filters;
};

const headShelf = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
};

const highPass = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
};
