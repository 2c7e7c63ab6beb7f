const json = Symbol('json');

/** An event that comes with its JSON, where many differ in few fields. */
export type WithJson<E> = E & { [json]?: string | undefined };

/** Gives a new event its JSON. A copy with other fields is made by `changed`: the text stays that of the original. */
export const withJson = <E extends object>(event: WithJson<E>, text: string): E => {
  event[json] = text;
  return event;
};

export const changed = <E extends object>(event: WithJson<E>, fields: Partial<E>): E => ({
  ...event,
  ...fields,
  [json]: undefined,
});

export const jsonOf = (event: WithJson<object>): string => event[json] ?? JSON.stringify(event);
