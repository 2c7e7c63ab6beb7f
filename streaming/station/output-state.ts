import type { Input } from './input.ts';

/**
 * What a station sends:
 *
 * - `sender`: the audio of a sender (an encoder, its automation, its master, a fail-over stream);
 * - `ending`: the rest of a sender that was lost, until this many µs of audio are sent;
 * - `autodj`: the Auto DJ;
 * - `silence`: silence, `since` when;
 * - `none`: nothing, as it was silent for too long.
 */
export type OutputState =
  | { readonly state: 'sender'; readonly input: Input }
  | { readonly state: 'ending'; readonly input: Input; readonly reason: string; readonly until: number }
  | { readonly state: 'autodj'; readonly input: undefined }
  | { readonly state: 'silence'; readonly input: undefined; since: number | undefined }
  | { readonly state: 'none'; readonly input: undefined };

export type OutputIn<State extends OutputState['state']> = Extract<OutputState, { state: State }>;

/** Where each event leads from each state: the second diagram of "A station" in `streaming/README.md`. */
export const outputStates = {
  sender: { take: 'sender', lose: 'ending', fallBack: 'autodj', fallSilent: 'silence' },
  ending: { take: 'sender', lose: 'ending', fallBack: 'autodj', fallSilent: 'silence' },
  autodj: { take: 'sender', fallSilent: 'silence' },
  silence: { take: 'sender', fallBack: 'autodj', rest: 'none' },
  none: { take: 'sender', fallBack: 'autodj' },
} as const;

export const autoDj: OutputIn<'autodj'> = { state: 'autodj', input: undefined };

/** A sender goes on the air. */
export const take = ({ state }: OutputState, input: Input): OutputIn<'sender'> => ({
  state: outputStates[state].take,
  input,
});

/** The sender on the air was lost: what it sent still plays until so many µs of audio are sent. */
export const lose = (
  { state, input }: OutputIn<'sender'> | OutputIn<'ending'>,
  reason: string,
  until: number,
): OutputIn<'ending'> => ({ state: outputStates[state].lose, input, reason, until });

/** The Auto DJ plays. */
export const fallBack = ({ state }: Exclude<OutputState, OutputIn<'autodj'>>): OutputIn<'autodj'> => ({
  state: outputStates[state].fallBack,
  input: undefined,
});

/** There is nothing to play. */
export const fallSilent = ({
  state,
}: OutputIn<'sender'> | OutputIn<'ending'> | OutputIn<'autodj'>): OutputIn<'silence'> => ({
  state: outputStates[state].fallSilent,
  input: undefined,
  since: undefined,
});

/** There was nothing to play for too long. */
export const rest = ({ state }: OutputIn<'silence'>): OutputIn<'none'> => ({
  state: outputStates[state].rest,
  input: undefined,
});
