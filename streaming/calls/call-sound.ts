import { fromMuLaw, packetMs, packetSamples } from './sound/g711.ts';
import type { RtpSession } from './sound/rtp-session.ts';
import type { StationSound } from './sound/station-sound.ts';
import type { Codec } from './sip/sdp.ts';

/** What one caller hears: the prompt as a whole, then the station. */
export type CallSound = {
  /** Sends the 20 ms of this tick, unless the call is on hold. */
  tick(number: number): void;
  /** From now on sound is sent: after the ACK, so that nobody gets sound by a forged address. */
  start(): void;
  setHears(hears: boolean): void;
  setCodec(codec: Codec): void;
  readonly heard: { prompt_ms: number; station_ms: number };
  /** For how long the station, when it is its turn, has been silent, ms. */
  readonly silentMs: number;
};

/** `prompt`: µ-law, in whole packets; all calls of a station share it. */
type Options = { session: Pick<RtpSession, 'send'>; station: StationSound; codec: Codec; prompt: Buffer | undefined };

/** Joins prompt and station for one call. */
export function createCallSound({ session, station, prompt, ...options }: Options): CallSound {
  const heard = { prompt_ms: 0, station_ms: 0 };
  let { codec } = options;
  let promptAt = 0;
  let isStarted = false;
  let hears = true;
  const hasPrompt = (): boolean => prompt !== undefined && promptAt < prompt.length;
  return {
    heard,
    tick(number) {
      if (!isStarted || !hears) return;
      if (prompt !== undefined && hasPrompt()) {
        session.send(fromMuLaw(codec, prompt.subarray(promptAt, promptAt + packetSamples)), number);
        promptAt += packetSamples;
        heard.prompt_ms += packetMs;
        return;
      }
      session.send(station.packet(codec), number);
      if (station.isHeard) heard.station_ms += packetMs;
    },
    start() {
      isStarted = true;
    },
    setHears(next) {
      hears = next;
    },
    setCodec(next) {
      codec = next;
    },
    get silentMs() {
      return hasPrompt() ? 0 : station.silentMs;
    },
  };
}
