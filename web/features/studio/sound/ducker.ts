/** How far files are lowered while the presenter talks over them. */
export type Ducking = {
  /** dB, positive. */
  byDb: number;
  /** Lower them whenever the microphone hears a voice. */
  auto: boolean;
  /** The button is held or locked. */
  talking: boolean;
};

/** Follows the microphone and says how loud the files may be. */
export type Ducker = {
  /** `mic`: the microphone's samples as they go on the air; `gains`: receives a gain for each sample. */
  process(mic: readonly [Float32Array, Float32Array], gains: Float32Array, ducking: Ducking): void;
  readonly hearsVoice: boolean;
  readonly isDucking: boolean;
};

/** A voice is louder than this, RMS over `meanS`: −40 dBFS. */
const threshold = 0.01;
const meanS = 0.02;
/** Pauses between words don't count as silence, s. */
const holdS = 0.7;
/** Time constants of falling and rising, s. */
const attackS = 0.04;
const releaseS = 0.35;

export const createDucker = (sampleRate: number): Ducker => {
  const coefficient = (seconds: number): number => 1 - Math.exp(-1 / (sampleRate * seconds));
  const [mean, attack, release] = [coefficient(meanS), coefficient(attackS), coefficient(releaseS)];
  let power = 0;
  let gain = 1;
  let holdUntil = 0;
  let now = 0;
  let isDucking = false;
  return {
    process([left, right], gains, { byDb, auto, talking }) {
      const low = 10 ** (-byDb / 20);
      for (let index = 0; index < gains.length; index++) {
        const sample = (left[index]! + right[index]!) / 2;
        power += (sample * sample - power) * mean;
        now++;
        if (power > threshold * threshold) holdUntil = now + holdS * sampleRate;
        isDucking = talking || (auto && now < holdUntil);
        const target = isDucking ? low : 1;
        gain += (target - gain) * (target < gain ? attack : release);
        gains[index] = gain;
      }
    },
    get hearsVoice() {
      return now < holdUntil;
    },
    get isDucking() {
      return isDucking;
    },
  };
};
