/** Where a message came from, and how to answer there. */
export type Peer = {
  protocol: 'udp' | 'tcp' | 'tls';
  address: string;
  port: number;
  /** Sends to the same address over the same connection; `port`: to another port of it, by UDP. */
  send(bytes: Buffer, port?: number): void;
};

/** Whether messages arrive without being repeated. */
export const isReliable = ({ protocol }: Pick<Peer, 'protocol'>): boolean => protocol !== 'udp';
