import { windowTimes } from '#contract/rules/presenter-windows.ts';
import { dayMs } from '#contract/rules/time.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { PresenterTimes } from './pages.repo.ts';

/** A time at which a presenter will be on the air, or is; ms since the epoch. */
export type NextTime = Omit<PresenterTimes, 'windows'> & { begin: number; end: number };

const days = 7;

/** The first `most` times of presenters within a week, in order. */
export const nextOnAir = (presenters: readonly PresenterTimes[], now: number, most: number): NextTime[] =>
  presenters
    .flatMap(({ windows, ...presenter }) =>
      windowTimes(windows, knownZone(presenter.timezone), { from: now, to: now + days * dayMs }).map((time) => ({
        ...presenter,
        ...time,
      })),
    )
    .toSorted((one, other) => one.begin - other.begin)
    .slice(0, most);
