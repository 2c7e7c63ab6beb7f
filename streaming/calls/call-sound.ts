import { packetMs } from './sound/g711.ts';
import { silenceOf } from './sound/g722.ts';
import type { Prompt } from './sound/prompts.ts';
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
  silentMs(): number;
};

type Options = { session: Pick<RtpSession, 'send'>; station: StationSound; codec: Codec; prompt: Prompt | undefined };

/** Joins prompt and station for one call. */
export const createCallSound = ({ session, station, prompt, ...options }: Options): CallSound => {
  const heard = { prompt_ms: 0, station_ms: 0 };
  let { codec } = options;
  let promptAt = 0;
  let isStarted = false;
  let hears = true;
  const hasPrompt = (): boolean => prompt !== undefined && promptAt < prompt.packets;
  return {
    heard,
    tick(number) {
      if (!isStarted || !hears) return;
      if (prompt !== undefined && hasPrompt()) {
        station.prepare(codec);
        const part = prompt.packet(codec, promptAt);
        session.send(part ?? silenceOf(codec), number);
        if (!part) return;
        promptAt++;
        heard.prompt_ms += packetMs;
        return;
      }
      session.send(station.packet(codec), number);
      if (station.isHeard(codec)) heard.station_ms += packetMs;
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
    silentMs() {
      return hasPrompt() ? 0 : station.silentMs();
    },
  };
};
