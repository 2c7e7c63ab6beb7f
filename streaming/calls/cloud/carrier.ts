import type { Trunk } from '#contract/engine/engine-calls.ts';

/** A request by which a carrier reports something about a call. */
export type Hook = {
  trunk: Trunk;
  /** The address that the carrier called, as it knows it. */
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};
/** What a request says; `carrierCall` is the carrier's name for the call. `disconnected`: a call without its sound. */
export type Notice =
  | { kind: 'call'; carrierCall: string; to: string; from: string }
  | { kind: 'ended' | 'disconnected'; carrierCall: string }
  | 'other';
/** The response to a carrier's request. */
export type HookReply = { status: number; type: string; body: string };

/** What differs between cloud carriers. */
export type Carrier = {
  /** Undefined for a request that the carrier didn't sign. */
  read(hook: Hook, now: number): Notice | undefined;
  /** Has the call's sound connected to an address; throws where the carrier doesn't accept that. */
  accept(call: { trunk: Trunk; carrierCall: string; id: string }, soundUrl: string): Promise<HookReply> | HookReply;
  /** `status`: what a call by SIP would have been answered with. */
  refuse(call: { trunk: Trunk; carrierCall: string }, status: number): HookReply;
  /** Ends an accepted call. */
  hangUp(call: { trunk: Trunk; carrierCall: string; id: string }): void;
  /** Resolves when nothing is on its way to the carrier. */
  settled(): Promise<void>;
};

export const headerIn = ({ headers }: Pick<Hook, 'headers'>, name: string): string => [headers[name]].flat()[0] ?? '';
export const nothingToSay: HookReply = { status: 200, type: 'text/plain', body: '' };
