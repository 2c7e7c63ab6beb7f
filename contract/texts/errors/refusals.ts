/** Code → HTTP status, title and text. */
export type Refusals = Record<string, readonly [status: number, title: string, text: string]>;
