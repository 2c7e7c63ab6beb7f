import type { ManualControl } from '#streaming/autodj/manual-control.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { AttachResult, EncoderHello, EncoderLink } from '#streaming/base/encoder-link.ts';
import { barredReason } from './commands.ts';
import type { Presenters } from './presenters.ts';
import type { Sources } from './sources.ts';

type Parts = {
  manual: ManualControl;
  presenters: Presenters;
  sources: Sources;
  clock: Clock;
  /** A presenter was refused, which the state shows. */
  changed(): void;
};

/**
 * Connects an encoder to a station that is on the air, unless it is barred, its presenter may not broadcast now, or another
 * encoder sends.
 */
export const attachEncoder = (
  { manual, presenters, sources, clock, changed }: Parts,
  link: EncoderLink,
  hello: EncoderHello,
): AttachResult => {
  const barredUntil = manual.barredUntil();
  if (barredUntil !== null) return { refused: 'barred', reason: barredReason(barredUntil) };
  const refusal = presenters.refusal(hello);
  if (refusal !== undefined) {
    changed();
    return { refused: 'presenter', reason: refusal };
  }
  const encoder = sources.encoders.newest();
  const isHandover = encoder !== undefined && presenters.givesWay(encoder, hello);
  const isTaken = encoder && !isHandover && !encoder.isStalled(clock.now());
  if (isTaken) return { refused: 'in_use', reason: 'Mountpoint in use' };
  return sources.encoders.attach(link, hello, isHandover);
};
