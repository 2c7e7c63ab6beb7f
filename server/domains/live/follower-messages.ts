/** What a portal tells a follower process. Messages arrive in the order in which they were sent, those with sockets too. */
export type ToFollowerProcess =
  /** Comes with the socket of a request that nothing was written to: `first` begins with the head of its reply. */
  | { kind: 'follow'; id: number; channels: readonly string[]; first: string }
  | { kind: 'send'; channel: string; text: string }
  | { kind: 'end'; channel: string };

export type FromFollowerProcess =
  /** It can be given sockets. */
  | { kind: 'ready' }
  /** It has the socket of this follower: the portal closes its own copy. */
  | { kind: 'taken'; id: number }
  | { kind: 'left'; ids: number[] };
