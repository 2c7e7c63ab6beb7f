import { createMix, type Levels } from './mix.ts';
import type { Ducking } from './ducker.ts';

/*
 * Runs in the page's audio thread: mixes without ever waiting for the page, and hands out the sound in packets.
 */

/** From the page. `capture`: whether packets are wanted. */
export type ToProcessor = { ducking: Ducking } | { capture: boolean };
/** To the page: levels twenty times a second; a packet's `sound` is its left samples, then its right ones. */
export type FromProcessor = { levels: Levels } | { sound: Float32Array<ArrayBuffer> };

/** 20 ms, what an Opus packet holds. */
const packetS = 0.02;
const levelS = 0.05;

declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

type Side = Float32Array | undefined;

class StudioProcessor extends AudioWorkletProcessor {
  #mix = createMix(sampleRate);
  #packet = new Float32Array(2 * Math.round(sampleRate * packetS));
  #filled = 0;
  #isCapturing = false;
  #sinceLevels = 0;
  #silence = new Float32Array(128);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToProcessor>) => {
      if ('ducking' in data) this.#mix.ducking = data.ducking;
      else {
        this.#isCapturing = data.capture;
        this.#filled = 0;
      }
    };
  }

  process([mic, files]: readonly (readonly Float32Array[])[], [out]: readonly (readonly Float32Array[])[]): boolean {
    const [left, right] = out ?? [];
    if (!left || !right) return true;
    this.#mix.process(this.#stereo(mic), this.#stereo(files), [left, right]);
    if (this.#isCapturing) this.#capture(left, right);
    this.#sinceLevels += left.length;
    if (this.#sinceLevels >= sampleRate * levelS) {
      this.#sinceLevels = 0;
      this.port.postMessage({ levels: this.#mix.levels() } satisfies FromProcessor);
    }
    return true;
  }

  /** Mono on both sides; silence where nothing is connected. */
  #stereo(input: readonly Float32Array[] | undefined): readonly [Float32Array, Float32Array] {
    const [left, right]: readonly Side[] = input ?? [];
    return [left ?? this.#silence, right ?? left ?? this.#silence];
  }

  #capture(left: Float32Array, right: Float32Array): void {
    const size = this.#packet.length / 2;
    for (let index = 0; index < left.length; index++) {
      this.#packet[this.#filled] = left[index]!;
      this.#packet[size + this.#filled] = right[index]!;
      this.#filled++;
      if (this.#filled < size) continue;
      const sound = this.#packet;
      this.#packet = new Float32Array(2 * size);
      this.#filled = 0;
      this.port.postMessage({ sound } satisfies FromProcessor, [sound.buffer]);
    }
  }
}

registerProcessor('studio', StudioProcessor);
