import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { AutoDjOptions } from './autodj-port.ts';
import type { Mix } from './transition-plan.ts';
import type { Transition } from './transitions.ts';

type Wish = { from: AutoDjItem; to: AutoDjItem; mix: Mix; /** ms until the first one ends. */ leftMs: number };

/** How long before it begins the mix must be ready, ms. */
const soonMs = 1000;

/** Requests the mix of two tracks; `ready` is called if it is ready in time. Returns how to cancel it. */
export const requestMix = (
  { transitions, clock, format, media }: Pick<AutoDjOptions, 'transitions' | 'clock' | 'format' | 'media'>,
  { from, to, mix, leftMs }: Wish,
  ready: (transition: Transition) => void,
): (() => void) | undefined =>
  transitions?.request({
    from: { item: from, path: media.pathOf(from) },
    to: { item: to, path: media.pathOf(to) },
    ...{ mix, format, until: clock.now() + leftMs - mix.mix_offset - soonMs },
    ready: (transition) => transition && ready(transition),
  });
