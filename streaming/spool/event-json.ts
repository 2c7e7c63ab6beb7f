const json = Symbol('json');

/** An event that comes with its JSON, where many differ in few fields. */
export type WithJson<E> = E & { readonly [json]?: string };

export const withJson = <E extends object>(event: E, text: string): WithJson<E> =>
  // Not enumerable: a changed copy of the event has no text that would be out of date.
  Object.defineProperty(event, json, { value: text });

export const jsonOf = (event: WithJson<object>): string => event[json] ?? JSON.stringify(event);
