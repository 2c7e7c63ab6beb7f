import { cleanTitle } from '#streaming/base/form.ts';
import { longestPayload, textOf, types, type Message } from './messages.ts';

/** An encoder's description of its broadcast. */
export type Setup = {
  /** As declared; empty if not. */
  contentType: string;
  /** bit/s */
  bitrate: number | null;
  name: string;
};

const shortestPayload = 256;
const parseError = 'NAK:Parse Error';

/** Records a message between login and standby; returns the answer. */
export const configure = (setup: Setup, message: Message): string => {
  const text = textOf(message);
  const [first, second] = (/^(\d{1,9}):(\d{1,9})/.exec(text) ?? []).slice(1).map(Number);
  switch (message.type) {
    case types.contentType:
      setup.contentType = text.trim();
      return 'ACK';
    case types.bitrate:
      if (first === undefined) return parseError;
      setup.bitrate = inBits(first) || inBits(second!) || null;
      return 'ACK';
    case types.bufferSize:
      return first === undefined ? parseError : `ACK:${first}`;
    case types.payloadSize:
      return first === undefined ? parseError : payloadSize(Math.max(first, second!));
    case types.name:
      setup.name = cleanTitle(text);
      return 'ACK';
    case types.genre:
    case types.url:
    case types.public:
    case types.flushMetadata:
    case types.listenerLogin:
      return 'ACK';
    default:
      return 'NAK:Sequence Error';
  }
};

const payloadSize = (requested: number): string => {
  if (requested < shortestPayload || requested > longestPayload) return 'NAK:Payload Size Error';
  return `ACK:${requested}`;
};

/** Some encoders send kilobits. */
const inBits = (bitrate: number): number => (bitrate < 1000 ? bitrate * 1000 : bitrate);
