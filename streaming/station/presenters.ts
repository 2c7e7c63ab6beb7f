import type { StationDesired } from '#contract/engine/engine.ts';
import type { AirPresenter, DesiredPresenter, RefusedPresenter } from '#contract/engine/engine-presenters.ts';
import { windowEnd, windowsText } from '#contract/rules/presenter-windows.ts';
import type { ManualControl } from '#streaming/autodj/manual-control.ts';
import type { EncoderHello } from '#streaming/base/encoder-link.ts';
import { barredReason } from './commands.ts';
import type { Input } from './input.ts';

/** The presenters of one station, who may broadcast in their hours. */
export type Presenters = {
  /** Why the presenter of an encoder may not broadcast now; undefined if they may, or it has the station's own password. */
  refusal(hello: EncoderHello): string | undefined;
  /** Whether this encoder gives way to that one: its presenter's hours are over, and the other's are not. */
  givesWay(input: Input, to: EncoderHello): boolean;
  /** The presenter of an encoder, for the state. */
  of(input: Input | undefined): AirPresenter | null;
  /** Disconnects those who must stop: removed, disabled, with another password, or at the end of their hours. */
  endBroadcasts(encoders: readonly Input[]): void;
  /** Those refused last, newest first. */
  refused(): readonly RefusedPresenter[];
};

type Options = { desired(): StationDesired; manual: ManualControl; now(): number };

const rememberedRefusals = 5;

/** Decides from the desired state in memory; `now`: ms since the epoch. */
export const createPresenters = ({ desired, manual, now }: Options): Presenters => {
  /** What applied when each encoder connected: the hash of its password, and the end of the presenter's hours. */
  const connected = new WeakMap<Input, { hash: string; until: number }>();
  let refused: RefusedPresenter[] = [];

  const find = (id: string | undefined): DesiredPresenter | undefined =>
    id === undefined ? undefined : desired().presenters?.list.find((one) => one.id === id);
  const zone = (): string => desired().presenters?.timezone ?? 'UTC';
  const endOf = (presenter: DesiredPresenter): number | undefined => windowEnd(presenter.windows, zone(), now());

  const reasonOf = (presenter: DesiredPresenter): string | undefined => {
    if (presenter.disabled) return `${presenter.name} may not broadcast here at present.`;
    const until = manual.presenterBarredUntil(presenter.id);
    if (until !== null) return barredReason(until);
    if (endOf(presenter) !== undefined) return undefined;
    return `${presenter.name} may broadcast ${windowsText(presenter.windows, zone())}.`;
  };

  const note = ({ id, name }: DesiredPresenter, reason: string): void => {
    const others = refused.filter((one) => one.id !== id || one.reason !== reason);
    refused = [{ id, name, reason, at: now() }, ...others].slice(0, rememberedRefusals);
  };

  /** The end of the hours in which an encoder connected, which moves while its presenter's current hours last. */
  const untilOf = (input: Input, presenter: DesiredPresenter): number => {
    const end = endOf(presenter);
    const before = connected.get(input);
    // Other hours may have been set, which are over at once.
    const until = end ?? Math.min(before?.until ?? now(), now());
    connected.set(input, { hash: before?.hash ?? presenter.password_hash, until });
    return until;
  };

  const endReason = (input: Input): string | undefined => {
    const { presenter: id } = input.hello;
    if (id === undefined) return undefined;
    const presenter = find(id);
    if (!presenter) return 'This presenter was removed.';
    const until = untilOf(input, presenter);
    if (presenter.disabled) return `${presenter.name} may not broadcast here at present.`;
    if (connected.get(input)?.hash !== presenter.password_hash) return `${presenter.name} has a new password.`;
    const isOver = presenter.at_end === 'cut' && now() >= until + presenter.grace_ms && endOf(presenter) === undefined;
    return isOver ? `The hours of ${presenter.name} are over.` : undefined;
  };

  return {
    refusal({ presenter: id }) {
      if (id === undefined) return undefined;
      const presenter = find(id);
      if (!presenter) return 'This presenter was removed.';
      const reason = reasonOf(presenter);
      if (reason !== undefined) note(presenter, reason);
      return reason;
    },
    givesWay(input, { presenter: id }) {
      const [current, next] = [find(input.hello.presenter), find(id)];
      if (!current || !next || current.id === next.id) return false;
      return endOf(current) === undefined && endOf(next) !== undefined;
    },
    of(input) {
      const presenter = find(input?.hello.presenter);
      if (!input || !presenter) return null;
      const until = untilOf(input, presenter);
      const { id, name, picture } = presenter;
      return { id, name, picture, until: until === Infinity ? null : until };
    },
    endBroadcasts(encoders) {
      for (const encoder of encoders) {
        const reason = endReason(encoder);
        if (reason !== undefined) encoder.drop(reason);
      }
    },
    refused: () => refused,
  };
};
