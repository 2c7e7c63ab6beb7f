/** An event of which other parts learn that are created later. */
export type Signal<Value = void> = { emit(value: Value): void; on(handle: (value: Value) => void): void };

/** Handlers run in the order in which they were added. */
export const createSignal = <Value = void>(): Signal<Value> => {
  const handlers: ((value: Value) => void)[] = [];
  return {
    emit(value) {
      for (const handle of handlers) handle(value);
    },
    on: (handle) => void handlers.push(handle),
  };
};
